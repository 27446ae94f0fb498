import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clientNetwork } from './client-network.ts'
import { Reservations } from './reservations.ts'

const A = clientNetwork('192.0.2.1')
const B = clientNetwork('192.0.2.2')

describe('reservations', () => {
  it('is bounded for each client and in total, and what is released can be reserved again', () => {
    const reservations = new Reservations({ perProcess: 10, perClient: 6 })
    assert.equal(reservations.reserve(A, 6), null)
    assert.equal(reservations.reserve(A, 1)?.code, 'too_much_at_once')
    assert.equal(reservations.reserve(B, 5)?.code, 'overloaded')
    assert.equal(reservations.reserve(B, 4), null)
    assert.equal(reservations.takenAmount, 10)
    reservations.release(A, 6)
    assert.equal(reservations.reserve(A, 6), null)
    reservations.release(A, 6)
    reservations.release(B, 4)
    assert.equal(reservations.takenAmount, 0)
  })

  it('has no bound when it is 0', () => {
    const reservations = new Reservations({ perProcess: 0, perClient: 0 })
    assert.equal(reservations.reserve(A, 2 ** 40), null)
  })
})
