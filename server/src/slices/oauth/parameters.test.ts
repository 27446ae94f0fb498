import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readBody } from './parameters.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const rawBody = Buffer.from('token=avo_1')

describe('the body of a token or revocation request', () => {
  it('is refused when it is compressed', () => {
    for (const body of [gzipSync(rawBody), rawBody]) {
      const headers = { ...FORM, 'content-encoding': 'gzip' }
      assert.deepEqual(readBody('revoke', { headers, rawBody: body }), {
        kind: 'refused',
        problem: 'the body must not be compressed: leave the header Content-Encoding out',
      })
    }
  })

  it('is accepted with `Content-Encoding: identity`', () => {
    const headers = { ...FORM, 'content-encoding': 'Identity' }
    const parameters = [['token', 'avo_1']]
    assert.deepEqual(readBody('revoke', { headers, rawBody }), { kind: 'read', parameters })
  })
})
