import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { PromotionBoard } from './board.ts'
import { newPlacement } from './placement.ts'
import type { Billboard } from './store.ts'

describe('the board of promotions', () => {
  it('begins and ends placements by the clock, without reading again', async () => {
    const clock = new ManualClock()
    const now = clock.now()
    const made = newPlacement(
      { kind: 'avatar', id: 'a' },
      { startsAtMs: now + 2000, endsAtMs: now + 4000 },
      now,
    )
    assert.ok(made.kind === 'ok')
    const billboard = { placements: [{ ...made.placement, id: 1 }], staff: [] }
    const board = new PromotionBoard({ store: { billboard: async () => billboard }, clock })
    await board.refresh()
    const shown = [0, 1999, 1, 1999, 1].map(ms => {
      clock.advance(ms)
      return board.avatars()
    })
    assert.deepEqual(shown, [[], [], ['a'], ['a'], []])
  })

  it('is of a new version when it was read otherwise, and keeps what it has when reading fails', async () => {
    let read: () => Promise<Billboard> = async () => ({ placements: [], staff: ['Ann'] })
    const board = new PromotionBoard({ store: { billboard: () => read() }, clock: new ManualClock() })
    await board.refresh()
    const { version } = board
    await board.refresh()
    assert.equal(board.version, version)
    read = () => Promise.reject(new Error('down'))
    await assert.rejects(board.refresh())
    assert.deepEqual([board.staff(), board.version], [['Ann'], version])
    read = async () => ({ placements: [], staff: [] })
    await board.refresh()
    assert.deepEqual([board.staff(), board.version], [[], version + 1])
  })
})
