import { useEffect, useLayoutEffect, useReducer, useRef } from 'react'

/**
 * Maximum cards that are created per frame, however often the grid renders in it, because creating a whole screen takes
 * longer than a frame. While scrolling, each frame has to lay out visible rows as well.
 */
const MAX_PER_FRAME = { atRest: 8, scrolling: 4 }

interface WantedCards {
  /** First index that is rendered; `end` is the one after the last. */
  readonly first: number
  readonly end: number
  /** Visible indexes, whose cards are created first. */
  readonly firstVisible: number
  readonly endVisible: number
  readonly isLoaded: (index: number) => boolean
}

/**
 * Returns whether an index has its card. Existing cards stay, and each frame adds a few until all loaded avatars have
 * one.
 */
export function useCreatedCards(wanted: WantedCards): (index: number) => boolean {
  const createdCards = useRef<ReadonlySet<number>>(new Set())
  /** The number of cards that may still be created in this frame. */
  const allowance = useRef(MAX_PER_FRAME.atRest)
  const lastFirstVisible = useRef(0)
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const [cards, remaining, isMore] = nextCards(createdCards.current, wanted, allowance.current)
  useLayoutEffect(() => {
    createdCards.current = cards
    allowance.current = remaining
  })
  useEffect(() => {
    if (remaining === MAX_PER_FRAME.atRest) return
    const frame = requestAnimationFrame(() => {
      const isScrolling = lastFirstVisible.current !== wanted.firstVisible
      lastFirstVisible.current = wanted.firstVisible
      allowance.current = isScrolling ? MAX_PER_FRAME.scrolling : MAX_PER_FRAME.atRest
      if (isMore) rerender()
    })
    return () => cancelAnimationFrame(frame)
  })
  return index => cards.has(index)
}

/** The indexes that have cards in a render, how many more it may create, and whether some are left for later frames. */
export function nextCards(
  createdCards: ReadonlySet<number>,
  { first, end, firstVisible, endVisible, isLoaded }: WantedCards,
  allowance: number,
): readonly [cards: ReadonlySet<number>, remaining: number, isMore: boolean] {
  const cards = new Set<number>()
  let remaining = allowance
  let isMore = false
  const add = (from: number, to: number) => {
    for (let index = from; index < to; index++) {
      if (!isLoaded(index)) continue
      if (createdCards.has(index)) cards.add(index)
      else if (remaining > 0) {
        cards.add(index)
        remaining--
      } else isMore = true
    }
  }
  add(firstVisible, Math.min(end, endVisible))
  add(first, firstVisible)
  add(endVisible, end)
  return [cards, remaining, isMore]
}
