import { useSyncExternalStore } from 'react'
import { currentView, followView } from '../lib/view.ts'
import type { GridShape } from './grid-shape.ts'
import { firstUncoveredRow, rowsInSight } from './rows-in-sight.ts'

/**
 * The visible rows of a grid, and the first that bars do not cover. The component re-renders only when these change.
 */
export function useRowsInSight(
  rows: number,
  { cells: { rowHeight }, top, covered }: GridShape,
): readonly [first: number, end: number, firstUncovered: number] {
  // The snapshot is a string, because a new array never equals the previous one, and React would re-render endlessly.
  const range = useSyncExternalStore(followView, () => {
    const view = { rows, rowHeight, top, covered, ...currentView() }
    return `${rowsInSight(view).join(' ')} ${firstUncoveredRow(view)}`
  })
  const [first, end, firstUncovered] = range.split(' ').map(Number)
  return [first!, end!, firstUncovered!]
}
