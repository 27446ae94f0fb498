import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Budget } from './budget.ts'
import { clientNetwork } from './client-network.ts'

const A = clientNetwork('192.0.2.1')
const B = clientNetwork('192.0.2.2')

describe('a budget', () => {
  it('is bounded for each client and in total, and what is released can be reserved again', () => {
    const budget = new Budget({ inAll: 10, perClient: 6 })
    assert.equal(budget.reserve(A, 6), null)
    assert.equal(budget.reserve(A, 1)?.code, 'too_much_at_once')
    assert.equal(budget.reserve(B, 5)?.code, 'overloaded')
    assert.equal(budget.reserve(B, 4), null)
    assert.equal(budget.taken, 10)
    budget.release(A, 6)
    assert.equal(budget.reserve(A, 6), null)
    budget.release(A, 6)
    budget.release(B, 4)
    assert.equal(budget.taken, 0)
  })

  it('has no bound when it is 0', () => {
    const budget = new Budget({ inAll: 0, perClient: 0 })
    assert.equal(budget.reserve(A, 2 ** 40), null)
  })
})
