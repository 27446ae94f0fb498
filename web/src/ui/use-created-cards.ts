import { useEffect, useLayoutEffect, useReducer, useRef } from 'react'

/**
 * Maximum cards that are created per frame, however often the grid renders in it, because creating a whole screen takes
 * longer than a frame. While scrolling, each frame has to lay out visible rows as well.
 */
const MAX_PER_FRAME = { atRest: 8, scrolling: 4 }

interface CardsWanted {
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
export function useCreatedCards(wanted: CardsWanted): (index: number) => boolean {
  const created = useRef<ReadonlySet<number>>(new Set())
  const left = useRef(MAX_PER_FRAME.atRest)
  const firstBefore = useRef(0)
  const [, createMore] = useReducer((turn: number) => turn + 1, 0)
  const [now, leftNow, isMore] = nextCards(created.current, wanted, left.current)
  useLayoutEffect(() => {
    created.current = now
    left.current = leftNow
  })
  useEffect(() => {
    if (leftNow === MAX_PER_FRAME.atRest) return
    const frame = requestAnimationFrame(() => {
      const isScrolling = firstBefore.current !== wanted.firstVisible
      firstBefore.current = wanted.firstVisible
      left.current = isScrolling ? MAX_PER_FRAME.scrolling : MAX_PER_FRAME.atRest
      if (isMore) createMore()
    })
    return () => cancelAnimationFrame(frame)
  })
  return index => now.has(index)
}

/** The cards of the next frame, how many more it may create, and whether some are left for later frames. */
export function nextCards(
  created: ReadonlySet<number>,
  { first, end, firstVisible, endVisible, isLoaded }: CardsWanted,
  atMost: number,
): readonly [now: ReadonlySet<number>, left: number, isMore: boolean] {
  const now = new Set<number>()
  let left = atMost
  let isMore = false
  const add = (from: number, to: number) => {
    for (let index = from; index < to; index++) {
      if (!isLoaded(index)) continue
      if (created.has(index)) now.add(index)
      else if (left > 0) {
        now.add(index)
        left--
      } else isMore = true
    }
  }
  add(firstVisible, Math.min(end, endVisible))
  add(first, firstVisible)
  add(endVisible, end)
  return [now, left, isMore]
}
