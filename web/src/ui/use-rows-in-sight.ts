import { useSyncExternalStore } from 'react'
import type { GridShape } from './grid-shape.ts'
import { rowsInSight } from './rows-in-sight.ts'

/** The rows of a grid that belong into the document; the component is shown again only when others do. */
export function useRowsInSight(
  rows: number,
  { rowHeight, top }: GridShape,
): readonly [first: number, end: number] {
  // A text, because two arrays are never the same.
  const range = useSyncExternalStore(subscribe, () =>
    rowsInSight({ rows, rowHeight, top, scrollY, height: innerHeight }).join(' '),
  )
  const [first, end] = range.split(' ').map(Number)
  return [first!, end!]
}

function subscribe(changed: () => void): () => void {
  addEventListener('scroll', changed, { passive: true })
  addEventListener('resize', changed)
  return () => {
    removeEventListener('scroll', changed)
    removeEventListener('resize', changed)
  }
}
