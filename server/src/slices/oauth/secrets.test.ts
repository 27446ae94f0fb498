import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSecretOf, secretHashOf } from './secrets.ts'

describe('a secret', () => {
  it('matches its hash', () => {
    assert.equal(isSecretOf(secretHashOf('avs_secret'), 'avs_secret'), true)
  })

  it('does not match another secret of any length, nor its own hash', () => {
    const hash = secretHashOf('avs_secret')
    for (const other of ['', 'avs_', 'avs_secreT', 'avs_secret ', 'x'.repeat(5000), hash]) {
      assert.equal(isSecretOf(hash, other), false)
    }
  })

  it('is compared by hashes of equal length, so that timing reveals nothing', () => {
    assert.equal(secretHashOf('').length, secretHashOf('x'.repeat(5000)).length)
  })
})
