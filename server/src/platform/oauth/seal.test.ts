import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seal, unseal } from './seal.ts'

describe('a sealed payload', () => {
  const value = { state: 'the state', scopes: ['identify'] }

  it('opens with the id that it was sealed with', () => {
    assert.deepEqual(unseal('id', seal('id', value)), value)
  })

  it('does not contain its text, and differs each time', () => {
    const text = seal('id', value)
    assert.ok(!Buffer.from(text, 'base64').includes('state'))
    assert.notEqual(text, seal('id', value))
  })

  it('does not open with another id, or after a change', () => {
    const text = seal('id', value)
    assert.throws(() => unseal('other', text))
    const bytes = Buffer.from(text, 'base64')
    bytes[bytes.length - 1]! ^= 1
    assert.throws(() => unseal('id', bytes.toString('base64')))
  })
})
