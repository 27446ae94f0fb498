import { useSyncExternalStore } from 'react'
import { currentViewport, followViewport } from '../lib/viewport.ts'
import type { GridShape } from './grid-shape.ts'
import { firstUncoveredRow, visibleRows } from './visible-rows.ts'

/**
 * The visible rows of a grid, and the first that bars do not cover. The component re-renders only when these change.
 */
export function useVisibleRows(
  rowCount: number,
  { layout: { rowHeight }, top, coveredHeight }: GridShape,
): readonly [first: number, end: number, firstUncovered: number] {
  // The snapshot is a string, because a new array never equals the previous one, and React would re-render endlessly.
  const range = useSyncExternalStore(followViewport, () => {
    const grid = { rowCount, rowHeight, top, coveredHeight, ...currentViewport() }
    return `${visibleRows(grid).join(' ')} ${firstUncoveredRow(grid)}`
  })
  return range.split(' ').map(Number) as [number, number, number]
}
