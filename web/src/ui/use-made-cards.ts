import { useEffect, useLayoutEffect, useReducer, useRef } from 'react'

/** The most cards that are made at once: a screen of them would take longer than a frame has. */
const AT_ONCE = 8

interface CardsWanted {
  /** Indexes in the document, without the end. */
  readonly first: number
  readonly end: number
  /** Those in sight, whose cards are made first. */
  readonly firstInSight: number
  readonly endInSight: number
  readonly isLoaded: (index: number) => boolean
}

/** Tells which indexes have their card: those that had it, and a few more with each frame until all loaded ones do. */
export function useMadeCards(wanted: CardsWanted): (index: number) => boolean {
  const made = useRef<ReadonlySet<number>>(new Set())
  const [, makeMore] = useReducer((turn: number) => turn + 1, 0)
  const [now, isMore] = nextCards(made.current, wanted)
  useLayoutEffect(() => {
    made.current = now
  })
  useEffect(() => {
    if (!isMore) return
    const frame = requestAnimationFrame(makeMore)
    return () => cancelAnimationFrame(frame)
  })
  return index => now.has(index)
}

/** The cards of the next frame, and whether some are left for later ones. */
export function nextCards(
  made: ReadonlySet<number>,
  { first, end, firstInSight, endInSight, isLoaded }: CardsWanted,
): readonly [now: ReadonlySet<number>, isMore: boolean] {
  const now = new Set<number>()
  let left = AT_ONCE
  let isMore = false
  const add = (from: number, to: number) => {
    for (let index = from; index < to; index++) {
      if (!isLoaded(index)) continue
      if (made.has(index)) now.add(index)
      else if (left-- > 0) now.add(index)
      else isMore = true
    }
  }
  add(firstInSight, Math.min(end, endInSight))
  add(first, firstInSight)
  add(endInSight, end)
  return [now, isMore]
}
