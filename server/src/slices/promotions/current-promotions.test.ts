import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { CurrentPromotions } from './current-promotions.ts'
import { newPlacement } from './placement.ts'
import type { PromotionData } from './store.ts'

describe('current promotions', () => {
  it('start and end by the clock, without another read', async () => {
    const clock = new ManualClock()
    const now = clock.now()
    const outcome = newPlacement(
      { kind: 'avatar', id: 'a' },
      { startsAtMs: now + 2000, endsAtMs: now + 4000 },
      now,
    )
    assert.ok(outcome.kind === 'ok')
    const data = { placements: [{ ...outcome.placement, id: 1 }], staff: [] }
    const promotions = new CurrentPromotions({ store: { readCurrent: async () => data }, clock })
    await promotions.refresh()
    const shown = [0, 1999, 1, 1999, 1].map(ms => {
      clock.advance(ms)
      return promotions.avatars()
    })
    assert.deepEqual(shown, [[], [], ['a'], ['a'], []])
  })

  it('have a new version after a read with changes, and stay when reading fails', async () => {
    let read: () => Promise<PromotionData> = async () => ({ placements: [], staff: ['Ann'] })
    const promotions = new CurrentPromotions({
      store: { readCurrent: () => read() },
      clock: new ManualClock(),
    })
    await promotions.refresh()
    const { version } = promotions
    await promotions.refresh()
    assert.equal(promotions.version, version)
    read = () => Promise.reject(new Error('down'))
    await assert.rejects(promotions.refresh())
    assert.deepEqual([promotions.staff(), promotions.version], [['Ann'], version])
    read = async () => ({ placements: [], staff: [] })
    await promotions.refresh()
    assert.deepEqual([promotions.staff(), promotions.version], [[], version + 1])
  })

  it('are due for a read 30 seconds after the last one, or when the clock was set back', async () => {
    const clock = new ManualClock()
    const store = { readCurrent: async () => ({ placements: [], staff: [] }) }
    const promotions = new CurrentPromotions({ store, clock })
    assert.equal(promotions.mayLackPlacements, true)
    await promotions.refresh()
    clock.advance(29_999)
    assert.equal(promotions.mayLackPlacements, false)
    clock.advance(1)
    assert.equal(promotions.mayLackPlacements, true)
    await promotions.refresh()
    clock.setBy(-1)
    assert.equal(promotions.mayLackPlacements, true)
  })

  it('are due for a read while a full list was read, because others follow when one of it ends', async () => {
    const outcome = newPlacement({ kind: 'avatar', id: 'a' }, { startsAtMs: 0, endsAtMs: null }, 0)
    assert.ok(outcome.kind === 'ok')
    const maxRows = 500
    let running = maxRows
    const readCurrent = async ({ limit }: { limit: number }) => ({
      placements: Array.from({ length: Math.min(running, limit) }, (_, id) => ({ ...outcome.placement, id })),
      staff: [],
    })
    const promotions = new CurrentPromotions({ store: { readCurrent }, clock: new ManualClock() })
    await promotions.refresh()
    assert.equal(promotions.mayLackPlacements, true)
    running = maxRows - 1
    await promotions.refresh()
    assert.equal(promotions.mayLackPlacements, false)
  })

  it('stay as a later refresh read them when an earlier read is slower', async () => {
    const slow = Promise.withResolvers<PromotionData>()
    const reads = [slow.promise, Promise.resolve<PromotionData>({ placements: [], staff: ['Ann'] })]
    const promotions = new CurrentPromotions({
      store: { readCurrent: () => reads.shift()! },
      clock: new ManualClock(),
    })
    const refreshes = [promotions.refresh(), promotions.refresh()]
    await nextTurn()
    slow.resolve({ placements: [], staff: [] })
    await Promise.all(refreshes)
    assert.deepEqual(promotions.staff(), ['Ann'])
  })
})
