import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { type AvatarId, parseAvatarId } from '../../kernel/avatar-id.ts'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import { readPlatformAnswer } from './platform-answer.ts'

const NOW = Date.UTC(2026, 10, 21)
const ID = 'avtr_26187637-0c30-4a09-86e1-bc928c07309e' as AvatarId
const OTHER_ID = 'avtr_36187637-0c30-4a09-86e1-bc928c07309e'
const FILE = 'file_9849762e-8080-434d-b598-ce6f7d76b3d1'
const AVATAR = {
  id: ID,
  name: 'Fox',
  description: 'red',
  authorId: 'usr_9a9b9c9d-0000-4000-8000-000000000001',
  authorName: 'ann',
  imageUrl: `https://api.vrchat.cloud/api/1/file/${FILE}/3/file`,
  thumbnailImageUrl: `https://api.vrchat.cloud/api/1/image/${FILE}/3/256`,
  releaseStatus: 'public',
  tags: ['author_tag_fox'],
  created_at: '2023-04-07T00:04:38.907Z',
  updated_at: '2024-01-02T03:04:05.000Z',
  unityPackages: [{ platform: 'standalonewindows', variant: 'security', performanceRating: 'VeryPoor' }],
}

const FAILURE = { kind: 'failed', retryAfterMs: null }

const read = (answer: UpstreamAnswer) => readPlatformAnswer(ID, answer, NOW)
const readBody = (value: unknown) => read({ kind: 'ok', status: 200, value })
function patchOf(result: ReturnType<typeof read>) {
  assert.ok(result.kind === 'public', JSON.stringify(result))
  return result.patch
}

describe('a public avatar', () => {
  it('is read completely', () => {
    assert.deepEqual(readBody(AVATAR), {
      kind: 'public',
      patch: {
        id: ID,
        name: 'Fox',
        description: 'red',
        authorId: AVATAR.authorId,
        authorName: 'ann',
        imageUrl: AVATAR.thumbnailImageUrl,
        tags: ['author_tag_fox'],
        platforms: ['pc'],
        performance: { pc: 'Very Poor' },
        createdAtMs: Date.UTC(2023, 3, 7, 0, 4, 38, 907),
        updatedAtMs: Date.UTC(2024, 0, 2, 3, 4, 5),
        isActive: true,
      },
    })
  })

  it("only has a picture from the platform's hosts", () => {
    const elsewhere = 'https://pictures.example/a.png'
    const patch = patchOf(readBody({ ...AVATAR, imageUrl: elsewhere, thumbnailImageUrl: elsewhere }))
    assert.equal(patch.imageUrl, '')
  })

  it('sets neither counters nor the time of addition', () => {
    const own = { addedAt: '2020-01-01T00:00:00.000Z', views: 5000, likes: 70 }
    assert.deepEqual(patchOf(readBody({ ...AVATAR, ...own })).views, undefined)
    assert.deepEqual(Object.keys(patchOf(readBody({ ...AVATAR, ...own }))).sort(), [
      'authorId',
      'authorName',
      'createdAtMs',
      'description',
      'id',
      'imageUrl',
      'isActive',
      'name',
      'tags',
      'updatedAtMs',
    ])
  })

  it('is recognised by its id in any case', () => {
    assert.equal(patchOf(readBody({ ...AVATAR, id: ID.replace('e', 'E') })).id, ID)
  })

  for (const field of Object.keys(AVATAR).filter(name => !/^(id|name|releaseStatus)$/.test(name))) {
    for (const wrong of [7, null, true, {}, [], [[]], 'nonsense']) {
      it(`is still public when ${field} is ${JSON.stringify(wrong)}`, () => {
        const patch = patchOf(readBody({ ...AVATAR, [field]: wrong }))
        assert.deepEqual([patch.id, patch.name, patch.isActive], [ID, 'Fox', true])
      })
    }
  }
})

describe('an avatar that is not public', () => {
  const CASES: [what: string, answer: UpstreamAnswer, reason: string][] = [
    ['private', ok({ ...AVATAR, releaseStatus: 'private' }), 'not_public'],
    ['hidden', ok({ ...AVATAR, releaseStatus: 'hidden' }), 'not_public'],
    ['of a status that nobody knows', ok({ ...AVATAR, releaseStatus: 'friends' }), 'not_public'],
    ['of a status that only looks public', ok({ ...AVATAR, releaseStatus: 'Public' }), 'not_public'],
    ['told by its id and status alone', ok({ id: ID, releaseStatus: 'hidden' }), 'not_public'],
    ['not found', { kind: 'absent', status: 404, body: 'json' }, 'not_found'],
    ['not found, without a word', { kind: 'absent', status: 404, body: 'none' }, 'not_found'],
    ['gone', { kind: 'absent', status: 410, body: 'json' }, 'not_found'],
  ]
  for (const [what, answer, reason] of CASES)
    it(`is an avatar ${what}`, () => assert.deepEqual(read(answer), { kind: 'rejected', reason }))
})

describe('an answer that says nothing about the avatar', () => {
  const VALUES: [what: string, value: unknown][] = [
    ['nothing', undefined],
    ['null', null],
    ['a list', [AVATAR]],
    ['a text', 'Fox'],
    ['an empty object', {}],
    ['another avatar', { ...AVATAR, id: OTHER_ID }],
    ['a private other avatar', { ...AVATAR, id: OTHER_ID, releaseStatus: 'private' }],
    ['a list with the id', { ...AVATAR, id: [ID] }],
    ['a number as id', { ...AVATAR, id: 41 }],
    ['no status', { ...AVATAR, releaseStatus: undefined }],
    ['an empty status', { ...AVATAR, releaseStatus: '' }],
    ['a number as status', { ...AVATAR, releaseStatus: 6 }],
    ['a list as status', { ...AVATAR, releaseStatus: ['private'] }],
    ['no name', { ...AVATAR, name: undefined }],
    ['a blank name', { ...AVATAR, name: ' ' }],
    ['a number as name', { ...AVATAR, name: 3 }],
    ['an error', { error: { message: 'Avatar Not Found', status_code: 404 } }],
    ['the head of an export', { ...AVATAR, _: 'avatary-export' }],
  ]
  for (const [what, value] of VALUES)
    it(`has ${what}, and the avatar is looked up later`, () => assert.deepEqual(readBody(value), FAILURE))

  it('is a 404 from a proxy, which does not know avatars', () => {
    assert.deepEqual(read({ kind: 'absent', status: 404, body: 'other' }), FAILURE)
  })

  it('is any other refusal of this one request', () => {
    for (const status of [400, 405, 418, 451])
      assert.deepEqual(read({ kind: 'refused', status, message: 'no', code: null }), FAILURE)
  })

  it('is a limit or a fault, with the pause that the platform wants', () => {
    assert.deepEqual(read({ kind: 'limited', retryAfterMs: 7000 }), { kind: 'limited', retryAfterMs: 7000 })
    for (const fault of ['server_error', 'timeout', 'broken_off', 'garbage'] as const)
      for (const retryAfterMs of [null, 7000])
        assert.deepEqual(read({ kind: 'unavailable', fault, reason: 'answered 503', retryAfterMs }), {
          kind: 'failed',
          retryAfterMs,
        })
    const resting = { kind: 'unavailable', fault: 'resting', reason: '' } as const
    assert.deepEqual(read({ ...resting, retryAfterMs: 7000 }), { kind: 'unasked', restMs: 7000 })
    assert.deepEqual(read({ ...resting, retryAfterMs: null }), { kind: 'unasked', restMs: 1000 })
  })
})

it('401 and 403 are distinguished from everything else, because they stop all lookups', () => {
  for (const status of [401, 403] as const) {
    const message = '"Missing Credentials"'
    assert.deepEqual(read({ kind: 'refused', status, message, code: null }), { kind: 'refused' })
  }
})

const SAMPLES = join(import.meta.dirname, '../../../../../shared/data/platform-avatars.json')

it('every recorded real answer is public, whatever its shape', {
  skip: existsSync(SAMPLES) ? false : 'no real samples beside the repository',
}, () => {
  const samples = JSON.parse(readFileSync(SAMPLES, 'utf8')) as { id: string; name: string }[]
  for (const sample of samples) {
    const id = parseAvatarId(sample.id)!
    const patch = patchOf(readPlatformAnswer(id, { kind: 'ok', status: 200, value: sample }, NOW))
    assert.equal(patch.name, sample.name)
  }
  assert.ok(samples.length >= 20)
})

function ok(value: unknown): UpstreamAnswer {
  return { kind: 'ok', status: 200, value }
}
