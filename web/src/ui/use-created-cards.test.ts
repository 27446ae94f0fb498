import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextCards } from './use-created-cards.ts'

const NONE: ReadonlySet<number> = new Set()
/** Twelve visible cards, and six above and below them. */
const WANTED = { first: 0, end: 24, firstInSight: 6, endInSight: 18, isLoaded: () => true }

/** Maximum cards per frame. */
const MOST = 8

const listed = ([now]: ReturnType<typeof nextCards>) => [...now].sort((a, b) => a - b)
const from = (first: number, end: number) => Array.from({ length: end - first }, (_, at) => first + at)

describe('the cards that are created per frame', () => {
  it('are few, those in sight first, until all are there', () => {
    const turns: number[][] = []
    let created = NONE
    let isMore = true
    while (isMore) {
      ;[created, , isMore] = nextCards(created, WANTED, MOST)
      turns.push([...created].sort((a, b) => a - b))
    }
    assert.deepEqual(turns, [from(6, 14), [...from(0, 4), ...from(6, 18)], from(0, 24)])
  })

  it('are fewer when the grid was shown before in the same frame', () => {
    const [now, left] = nextCards(NONE, { ...WANTED, first: 6, end: 12 }, MOST)
    assert.deepEqual([now.size, left], [6, 2])
    assert.deepEqual(nextCards(now, WANTED, left), [new Set(from(6, 14)), 0, true])
  })

  it('come beside those that were there, which stay', () => {
    const created = new Set(from(6, 18))
    assert.deepEqual(listed(nextCards(created, WANTED, MOST)), [...from(0, 6), ...from(6, 20)])
    const scrolled = { ...WANTED, first: 6, end: 30, firstInSight: 12, endInSight: 24 }
    assert.deepEqual(listed(nextCards(created, scrolled, MOST)), from(6, 26))
  })

  it('wait for their avatars, and are created anew when those went', () => {
    const isLoaded = (index: number) => index % 2 === 0
    const [now, , isMore] = nextCards(new Set(from(0, 24)), { ...WANTED, isLoaded }, MOST)
    assert.deepEqual([[...now].every(isLoaded), now.size, isMore], [true, 12, false])
    assert.equal(nextCards(now, WANTED, MOST)[0].size, 20)
  })

  it('end with the list, which may end in sight', () => {
    assert.deepEqual(listed(nextCards(NONE, { ...WANTED, end: 9 }, MOST)), [...from(0, 5), ...from(6, 9)])
    const nothing = { ...WANTED, first: 0, end: 0, firstInSight: 0, endInSight: 0 }
    assert.deepEqual(nextCards(NONE, nothing, MOST), [NONE, MOST, false])
  })
})
