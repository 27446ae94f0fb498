import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readRefusal, toLogLine } from './error-message.ts'

describe('the message of a refusal', () => {
  const BODIES: [body: unknown, message: string, code: string | null][] = [
    [{ error: { message: '"Missing Credentials"', status_code: 401 } }, '"Missing Credentials"', null],
    [{ error: 'no such avatar', status_code: 404 }, 'no such avatar', null],
    [
      { error: 'invalid_grant', error_description: 'The code is spent.' },
      'The code is spent.',
      'invalid_grant',
    ],
    [{ error: 'invalid_client' }, 'invalid_client', 'invalid_client'],
    [{ message: 'Unknown Guild', code: 10004 }, 'Unknown Guild', '10004'],
    [{ errors: [{ code_name: 'RequestThrottled', detail: 'slow down' }] }, 'slow down', 'RequestThrottled'],
    [{ detail: 'Not Found' }, 'Not Found', null],
    [{ message: 7, error: ['x'], errors: [null], code: {} }, '', null],
    ['text', '', null],
    [[{ message: 'x' }], '', null],
    [null, '', null],
    [undefined, '', null],
  ]
  for (const [body, message, code] of BODIES)
    it(`is ${JSON.stringify(message)} in ${JSON.stringify(body)}`, () =>
      assert.deepEqual(readRefusal(body, []), { message, code }))

  it('is one line of at most 200 characters', () => {
    const { message } = readRefusal({ message: `a\n\u001b[31mb\u2028c\u202ed${'🦊'.repeat(300)}` }, [])
    assert.match(message, /^a \[31mb c d🦊/)
    assert.ok(message.length <= 200 && message.isWellFormed(), message)
  })

  it('does not contain values of the request, neither plain nor percent-encoded', () => {
    const secrets = ['s3cr3t', 's3cr3t-longer', 'red fox+', 'a']
    const said = toLogLine(
      'token S3CR3T, s3cr3t-longer at /?q=red%20fox%2B and /?q=red+fox%2B for red fox+ (a)',
      secrets,
    )
    assert.equal(said, 'token …, … at /?q=… and /?q=… for … (a)')
  })
})
