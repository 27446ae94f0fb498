import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { VisitBound, type VisitBoundOptions } from './visit-bound.ts'

const ANNA = '192.0.2.1'
const BOB = '2001:db8:1:2::/64'

function setUp(options: Partial<VisitBoundOptions> = {}) {
  const clock = new ManualClock(Date.UTC(2026, 10, 21, 12, 30))
  let salts = 0
  const bound = new VisitBound({ perHour: 5, clock, newSalt: () => `salt ${++salts}`, ...options })
  const admitted = (times: number, ...visit: Parameters<VisitBound['admit']>) =>
    Array.from({ length: times }, () => bound.admit(...visit)).filter(Boolean).length
  return { bound, clock, admitted, salts: () => salts }
}

describe('visits of one client to one avatar', () => {
  it('count five times per hour and kind', () => {
    const { admitted } = setUp()
    assert.equal(admitted(260, ANNA, 7, 'view'), 5)
    assert.equal(admitted(260, ANNA, 7, 'outbound'), 5)
    assert.equal(admitted(260, ANNA, 7, 'wear'), 5)
  })

  it('do not affect other clients or other avatars', () => {
    const { admitted } = setUp()
    admitted(9, ANNA, 7, 'view')
    assert.equal(admitted(9, BOB, 7, 'view'), 5)
    assert.equal(admitted(9, ANNA, 8, 'view'), 5)
  })

  it('count again in the next UTC hour, with another salt', () => {
    const { admitted, clock, salts } = setUp()
    admitted(9, ANNA, 7, 'view')
    clock.advance(HOUR_MS / 2 - 1)
    assert.equal(admitted(9, ANNA, 7, 'view'), 0)
    clock.advance(1)
    assert.equal(admitted(9, ANNA, 7, 'view'), 5)
    assert.equal(salts(), 2)
  })

  it('all count without a bound, with nothing stored', () => {
    const { bound, admitted, salts } = setUp({ perHour: 0 })
    assert.equal(admitted(1000, ANNA, 7, 'view'), 1000)
    assert.equal(salts(), 0)
    assert.doesNotMatch(inspect(bound, { showHidden: true, depth: 9 }), /192\.0\.2/)
  })

  it('are bounded by the configured number', () => {
    assert.equal(setUp({ perHour: 1 }).admitted(9, ANNA, 7, 'view'), 1)
    assert.equal(setUp({ perHour: 1000 }).admitted(2000, ANNA, 7, 'view'), 1000)
  })

  it('stay bounded with more clients than the table has rows', () => {
    const { bound, admitted } = setUp({ rowCount: 64 })
    assert.equal(admitted(9, ANNA, 7, 'view'), 5)
    for (let client = 0; client < 10_000; client++)
      assert.equal(bound.admit(`198.51.100.${client}`, client, 'view'), true)
    assert.equal(admitted(9, ANNA, 7, 'view'), 0)
  })

  it('are kept apart among a hundred thousand pairs of client and avatar', () => {
    const { bound } = setUp()
    const pairs = Array.from({ length: 100_000 }, (_, n) => [`10.0.${n % 500}.1`, n] as const)
    for (let time = 0; time < 5; time++)
      assert.ok(pairs.every(([network, slot]) => bound.admit(network, slot, 'view')))
    assert.ok(pairs.every(([network, slot]) => !bound.admit(network, slot, 'view')))
  })
})
