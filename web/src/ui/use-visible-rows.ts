import { useSyncExternalStore } from 'react'
import { currentViewport, followViewport } from '../lib/viewport.ts'
import type { GridShape } from './grid-shape.ts'
import { firstUncoveredRow, visibleRows } from './visible-rows.ts'

/**
 * The visible rows of a grid, and the first that bars do not cover. The component re-renders only when these change.
 */
export function useVisibleRows(
  rows: number,
  { layout: { rowHeight }, top, coveredHeight }: GridShape,
): readonly [first: number, end: number, firstUncovered: number] {
  // The snapshot is a string, because a new array never equals the previous one, and React would re-render endlessly.
  const range = useSyncExternalStore(followViewport, () => {
    const view = { rows, rowHeight, top, coveredHeight, ...currentViewport() }
    return `${visibleRows(view).join(' ')} ${firstUncoveredRow(view)}`
  })
  const [first, end, firstUncovered] = range.split(' ').map(Number)
  return [first!, end!, firstUncovered!]
}
