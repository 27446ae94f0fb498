import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runSync } from '../../kernel/run-in-turns.ts'
import { NO_COUNTS } from './counts.ts'
import { LifetimeCounts, PAGE_SIZE } from './lifetime-counts.ts'

describe('lifetime counts', () => {
  it('copy a page that changes while a capture is made, and no page afterwards', () => {
    const lifetimes = new LifetimeCounts()
    lifetimes.makeRoom(2 * PAGE_SIZE)
    const bytes = lifetimes.byteLength
    lifetimes.add(3, NO_COUNTS, 7)
    const capture = lifetimes.capture(2 * PAGE_SIZE)
    lifetimes.add(3, NO_COUNTS, 1)
    lifetimes.setEarlier(PAGE_SIZE, NO_COUNTS, { activeDays: 2, firstDay: 5, lastDay: 9 })
    const { keptDays, earlierDays } = runSync(capture)
    assert.deepEqual([keptDays[3], earlierDays[PAGE_SIZE]], [7, 0])
    lifetimes.makeEarlier(3, 1)
    assert.equal(runSync(lifetimes.capture(2 * PAGE_SIZE)).keptDays[3], 7)
    assert.deepEqual(lifetimes.earlierOf(PAGE_SIZE), { activeDays: 2, firstDay: 5, lastDay: 9 })
    assert.equal(lifetimes.byteLength, bytes)
  })
})
