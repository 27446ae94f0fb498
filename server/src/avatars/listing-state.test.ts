import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changeBetween, isListed, type ListingState } from './listing-state.ts'

const LISTED: ListingState = { isActive: true, isUnlisted: false, isBlocked: false, isOptedOut: false }

/**
 * Each move away from `LISTED`: the change it logs, and the change logged by the way back (spec, "States and
 * transitions").
 */
const MOVES: readonly [row: string, to: Partial<ListingState>, change: string, back: string][] = [
  ['Avatar moderation: not blocked → blocked', { isBlocked: true }, 'blocked', 'unblocked'],
  ['Avatar listing: listed → unlisted', { isUnlisted: true }, 'hidden', 'shown'],
  ['Creator opt-out', { isOptedOut: true }, 'hidden', 'shown'],
  ['Verification: public → not active', { isActive: false }, 'hidden', 'shown'],
]

describe('the listing state', () => {
  for (const [row, to, change, back] of MOVES) {
    const other = { ...LISTED, ...to }
    it(`${row} is logged as ${change}, and the way back as ${back}`, () => {
      assert.equal(changeBetween(LISTED, other), change)
      assert.equal(changeBetween(other, LISTED), back)
      assert.deepEqual([isListed(LISTED), isListed(other)], [true, false])
    })
  }

  it('logs blocking and unblocking of an avatar that is hidden for another reason', () => {
    const hidden = { ...LISTED, isOptedOut: true, isActive: false }
    assert.equal(changeBetween(hidden, { ...hidden, isBlocked: true }), 'blocked')
    assert.equal(changeBetween({ ...hidden, isBlocked: true }, hidden), 'unblocked')
  })

  it('logs no other move that neither hides nor shows the avatar', () => {
    const blocked = { ...LISTED, isBlocked: true }
    assert.equal(changeBetween(blocked, { ...blocked, isOptedOut: true }), null)
    assert.equal(changeBetween(LISTED, { ...LISTED }), null)
  })
})
