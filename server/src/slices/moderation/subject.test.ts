import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseAuthor, parseSubject } from './subject.ts'

const UUID = '3f0c7a52-9d1e-4b68-8a27-5c41e0b96d13'

const SUBJECTS: readonly [text: string, kind: 'avatar' | 'author', id: string][] = [
  [`avtr_${UUID}`, 'avatar', `avtr_${UUID}`],
  [` AVTR_${UUID.toUpperCase()}\n`, 'avatar', `avtr_${UUID}`],
  [`https://vrchat.com/home/avatar/avtr_${UUID}`, 'avatar', `avtr_${UUID}`],
  [`usr_${UUID}`, 'author', `usr_${UUID}`],
  [`https://vrchat.com/home/user/USR_${UUID}`, 'author', `usr_${UUID}`],
  ['qYZJsbJRqA', 'author', 'qYZJsbJRqA'],
  ['https://vrchat.com/home/user/qYZJsbJRqA', 'author', 'qYZJsbJRqA'],
]

describe('the subject of moderation', () => {
  for (const [text, kind, id] of SUBJECTS) {
    it(`is the ${kind} of ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseSubject(text), { kind, id })
      assert.equal(parseAuthor(text), kind === 'author' ? id : null)
    })
  }

  for (const text of ['', 'fox', 'avtr_', `wrld_${UUID}`, `avtr_${UUID}0`, 'ten letter', 'elevenchars']) {
    it(`is not found in ${JSON.stringify(text)}`, () => {
      assert.equal(parseSubject(text), null)
      assert.equal(parseAuthor(text), null)
    })
  }
})
