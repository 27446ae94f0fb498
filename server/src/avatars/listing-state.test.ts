import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changeBetween, isListed, type ListingState } from './listing-state.ts'

const LISTED: ListingState = { isActive: true, isUnlisted: false, isBlocked: false, isOptedOut: false }

/** The change that each move from `LISTED`, and its way back, makes in the log (spec, "States and transitions"). */
const MOVES: readonly [row: string, to: Partial<ListingState>, change: string, back: string][] = [
  ['Avatar moderation: not blocked → blocked', { isBlocked: true }, 'blocked', 'unblocked'],
  ['Avatar listing: listed → unlisted', { isUnlisted: true }, 'hidden', 'shown'],
  ['Creator opt-out', { isOptedOut: true }, 'hidden', 'shown'],
  ['Verification: public → not active', { isActive: false }, 'hidden', 'shown'],
]

describe('the listing state', () => {
  for (const [row, to, change, back] of MOVES) {
    const other = { ...LISTED, ...to }
    it(`${row} is told as ${change}, and back as ${back}`, () => {
      assert.equal(changeBetween(LISTED, other), change)
      assert.equal(changeBetween(other, LISTED), back)
      assert.deepEqual([isListed(LISTED), isListed(other)], [true, false])
    })
  }

  it('logs blocking also of what is hidden for another reason', () => {
    const hidden = { ...LISTED, isOptedOut: true, isActive: false }
    assert.equal(changeBetween(hidden, { ...hidden, isBlocked: true }), 'blocked')
    assert.equal(changeBetween({ ...hidden, isBlocked: true }, hidden), 'unblocked')
  })

  it('logs nothing else while it stays hidden or as it is', () => {
    const blocked = { ...LISTED, isBlocked: true }
    assert.equal(changeBetween(blocked, { ...blocked, isOptedOut: true }), null)
    assert.equal(changeBetween(LISTED, { ...LISTED }), null)
  })
})
