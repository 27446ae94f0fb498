import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMsOf } from '../../tests/support/cpu-time.ts'
import {
  findAuthorId,
  findAvatarId,
  findAvatarIds,
  isAuthorId,
  isLegacyAuthorId,
  parseAuthorId,
  parseAvatarId,
} from './avatar-id.ts'

const UUID = '26187637-0c30-4a09-86e1-bc928c07309e'
const ID = `avtr_${UUID}`
const AUTHOR = `usr_${UUID}`

test('an avatar id, and every URL form that names one, gives the id in lower case', () => {
  const forms = [
    ID,
    ` ${ID}\n`,
    `avtr_${UUID.toUpperCase()}`,
    ID.toUpperCase(),
    `https://vrchat.com/home/avatar/${ID}`,
    `http://www.vrchat.com/home/avatar/${ID}/`,
    `https://vrchat.net/home/avatar/${ID}?ref=x&y=1`,
    `https://vrchat.com/home/avatar/${ID}#top`,
    `vrchat.com/home/avatar/${ID}`,
    `/home/avatar/${ID}`,
    `home/avatar/${ID}`,
    `https://api.vrchat.cloud/api/1/avatars/${ID}`,
    `https://vrchat.com/api/1/avatars/${ID}`,
  ]
  for (const form of forms) assert.equal(parseAvatarId(form), ID, form)
})

test('a text that is neither an avatar id nor an avatar URL gives no id', () => {
  const otherTexts = [
    '',
    'avtr_',
    `avtr_${UUID}0`,
    `x${ID}`,
    `${ID} fox`,
    UUID,
    AUTHOR,
    'avtr_26187637-0c30-4a09-86e1-bc928c07309g',
    `https://example.com/home/avatar/${ID}`,
    `https://vrchat.com/home/world/${ID}`,
    `https://vrchat.com/home/avatar/${ID}/files`,
    `file:///home/avatar/${ID}`,
  ]
  for (const other of otherTexts) assert.equal(parseAvatarId(other), null, other)
})

test('an id is found in a text unless it is part of a longer word', () => {
  for (const text of [
    ID.toUpperCase(),
    `(${ID}), please`,
    `<https://vrchat.com/home/avatar/${ID}>`,
    `https://example.com/avatar?id=${ID}&x=1`,
  ])
    assert.equal(findAvatarId(text), ID, text)
  for (const text of [`x${ID}`, `${ID}0`, `-${ID}`, `file_${ID}`, AUTHOR, 'avtr_'])
    assert.equal(findAvatarId(text), null, text)
  assert.equal(findAuthorId(`by "${AUTHOR.toUpperCase()}"`), AUTHOR)
  assert.equal(findAuthorId(ID), null)
})

test('every id in a text is found once, in order', () => {
  const other = 'avtr_5eed0000-0000-4000-8000-000000000001'
  assert.deepEqual(findAvatarIds(`${ID},${other} ${ID.toUpperCase()} -${AUTHOR}`), [ID, other])
  assert.deepEqual(findAvatarIds(`x${ID} -${other}`), [])
})

test('an author id, or a user URL even with a legacy id, gives the id; a legacy id alone could be a name', () => {
  assert.equal(parseAuthorId(AUTHOR.toUpperCase()), AUTHOR)
  assert.equal(parseAuthorId(`https://vrchat.com/home/user/${AUTHOR}/`), AUTHOR)
  assert.equal(parseAuthorId(`https://api.vrchat.cloud/api/1/users/${AUTHOR}`), AUTHOR)
  assert.equal(parseAuthorId('https://vrchat.com/home/user/8JoV9XEdpo'), '8JoV9XEdpo')
  assert.equal(parseAuthorId('8JoV9XEdpo'), null)
  assert.equal(parseAuthorId(ID), null)
})

test('a legacy author id is ten letters and digits', () => {
  assert.equal(isLegacyAuthorId('8JoV9XEdpo'), true)
  assert.equal(isLegacyAuthorId('8JoV9XEdp'), false)
  assert.equal(isLegacyAuthorId('8JoV9XEdp_'), false)
  assert.deepEqual([AUTHOR, '8JoV9XEdpo', 'usr_1', 'fox'].map(isAuthorId), [true, true, false, false])
})

test('a megabyte of hostile text is refused at once', () => {
  const cpuMs = cpuMsOf(() => {
    for (const part of ['vrchat.', 'a/', 'vrchat.a', '/', ' ']) {
      const text = part.repeat(1_000_000 / part.length)
      assert.deepEqual([parseAvatarId(text), findAvatarId(text), findAvatarIds(text)], [null, null, []])
    }
  })
  assert.ok(cpuMs < 1000, `${cpuMs} ms`)
})
