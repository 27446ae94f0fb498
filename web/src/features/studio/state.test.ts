import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readStudio, studioAddress } from './state.ts'

describe('the address of the studio', () => {
  it('holds what differs from the default', () => {
    const state = readStudio('days=7&sort=likes&listed=no&view=wears&page=3')
    assert.equal(studioAddress(state), '/studio?days=7&sort=likes&listed=no&view=wears&page=3')
    assert.equal(studioAddress(readStudio('')), '/studio')
  })

  it('gives the default for values that are not allowed', () => {
    assert.deepEqual(readStudio('days=8&sort=worst&listed=maybe&view=age&page=-1'), readStudio(''))
  })
})
