import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextCards } from './use-created-cards.ts'

const NONE: ReadonlySet<number> = new Set()
/** Twelve visible cards, and six above and below them. */
const WANTED_CARDS = { first: 0, end: 24, firstVisible: 6, endVisible: 18, isLoaded: () => true }

/** Maximum number of cards per frame. */
const MAX_PER_FRAME = 8

const sorted = ([cards]: ReturnType<typeof nextCards>) => [...cards].sort((a, b) => a - b)
const range = (first: number, end: number) => Array.from({ length: end - first }, (_, place) => first + place)

describe('the cards that are created per frame', () => {
  it('are few, visible ones first, until all are there', () => {
    const turns: number[][] = []
    let created = NONE
    let isMore = true
    while (isMore) {
      ;[created, , isMore] = nextCards(created, WANTED_CARDS, MAX_PER_FRAME)
      turns.push([...created].sort((a, b) => a - b))
    }
    assert.deepEqual(turns, [range(6, 14), [...range(0, 4), ...range(6, 18)], range(0, 24)])
  })

  it('are fewer when the grid was shown before in the same frame', () => {
    const [cards, remaining] = nextCards(NONE, { ...WANTED_CARDS, first: 6, end: 12 }, MAX_PER_FRAME)
    assert.deepEqual([cards.size, remaining], [6, 2])
    assert.deepEqual(nextCards(cards, WANTED_CARDS, remaining), [new Set(range(6, 14)), 0, true])
  })

  it('are added to the cards that exist, which stay', () => {
    const created = new Set(range(6, 18))
    assert.deepEqual(sorted(nextCards(created, WANTED_CARDS, MAX_PER_FRAME)), [
      ...range(0, 6),
      ...range(6, 20),
    ])
    const scrolled = { ...WANTED_CARDS, first: 6, end: 30, firstVisible: 12, endVisible: 24 }
    assert.deepEqual(sorted(nextCards(created, scrolled, MAX_PER_FRAME)), range(6, 26))
  })

  it('are only those whose avatars are loaded, and the others once theirs are', () => {
    const isLoaded = (index: number) => index % 2 === 0
    const [now, , isMore] = nextCards(new Set(range(0, 24)), { ...WANTED_CARDS, isLoaded }, MAX_PER_FRAME)
    assert.deepEqual([[...now].every(isLoaded), now.size, isMore], [true, 12, false])
    assert.equal(nextCards(now, WANTED_CARDS, MAX_PER_FRAME)[0].size, 20)
  })

  it('are none beyond the end of the list', () => {
    assert.deepEqual(sorted(nextCards(NONE, { ...WANTED_CARDS, end: 9 }, MAX_PER_FRAME)), [
      ...range(0, 5),
      ...range(6, 9),
    ])
    const nothing = { ...WANTED_CARDS, first: 0, end: 0, firstVisible: 0, endVisible: 0 }
    assert.deepEqual(nextCards(NONE, nothing, MAX_PER_FRAME), [NONE, MAX_PER_FRAME, false])
  })
})
