import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkDetails } from './application-rules.ts'

const FINE = {
  name: 'Lantern Board',
  siteUrl: 'https://app.example/',
  redirectUris: ['https://app.example/callback'],
}

const BY_USER = { kind: 'public', registeredBy: 'user' } as const

describe('details of an application', () => {
  it('are accepted with the name trimmed', () => {
    const checked = checkDetails({ ...FINE, name: '  Lantern 狐 Board ' }, BY_USER)
    assert.deepEqual(checked, { kind: 'valid', details: { ...FINE, name: 'Lantern 狐 Board' } })
  })

  it('accept an emoji of several code points in the name', () => {
    assert.equal(checkDetails({ ...FINE, name: '❤️ Lantern 👨‍👩‍👧' }, BY_USER).kind, 'valid')
  })

  it('are checked even if only some are given', () => {
    assert.deepEqual(checkDetails({}, BY_USER), { kind: 'valid', details: {} })
    assert.deepEqual(checkDetails({ siteUrl: null }, BY_USER), { kind: 'valid', details: { siteUrl: null } })
  })

  it('accept a name that imitates the service only from operators', () => {
    const details = { ...FINE, name: 'Avatary Companion' }
    const checked = checkDetails(details, BY_USER)
    assert.match(
      checked.kind === 'invalid' ? checked.problem : '',
      /^`name` must not read as "avatary".*Operators/,
    )
    assert.equal(checkDetails(details, { kind: 'public', registeredBy: 'operators' }).kind, 'valid')
  })

  for (const [wrong, problem] of [
    [{ name: ' ' }, /^`name` must have 1 to 60/],
    [{ name: 'x'.repeat(61) }, /^`name` must have 1 to 60/],
    [{ name: '\u3164' }, /^`name` must have a visible character/],
    [{ name: '\u2800\u115f' }, /^`name` must have a visible character/],
    [{ name: 'Bank \ud800' }, /^`name` must not have control characters, invisible/],
    [{ name: 'Bank\u202eelpoeP' }, /^`name` must not have control characters, invisible/],
    [{ name: 'Lantern\u3164Board' }, /^`name` must not have control characters, invisible/],
    [{ name: 'Two\nlines' }, /^`name` must not have control characters, invisible/],
    [{ siteUrl: 'app.example' }, /^`siteUrl`/],
    [{ siteUrl: 'javascript:alert(1)' }, /^`siteUrl`/],
    [{ siteUrl: 'https://user:secret@app.example/' }, /^`siteUrl`/],
    [
      { redirectUris: ['https://app.example/', 'http://app.example/'] },
      /^`redirectUris\[1\]` must use https/,
    ],
    [
      { redirectUris: ['https://app.example/', 'https://app.example/'] },
      /^`redirectUris\[1\]` is a duplicate/,
    ],
  ] as const) {
    it(`are refused with ${JSON.stringify(wrong)}`, () => {
      const checked = checkDetails({ ...FINE, ...wrong }, BY_USER)
      assert.match(checked.kind === 'invalid' ? checked.problem : '', problem)
    })
  }
})
