import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { insightsAddress, readInsights } from './state.ts'

describe('the address of the insights page', () => {
  it('holds what differs from the default', () => {
    const state = readInsights('days=7&sort=ctr&q=fox&platform=quest&view=likes&page=3')
    assert.equal(insightsAddress(state), '/insights?days=7&sort=ctr&q=fox&platform=quest&view=likes&page=3')
    assert.equal(insightsAddress(readInsights('')), '/insights')
    assert.equal(insightsAddress(readInsights('days=30&sort=views')), '/insights')
  })

  it('gives the default for values that are not allowed', () => {
    assert.deepEqual(readInsights('days=8&sort=worst&platform=ps5&view=age&page=-1'), readInsights(''))
  })
})
