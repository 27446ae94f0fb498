/** A grid with rows of equal height, and the visible part of the page, in pixels. */
interface GridInViewport {
  readonly rowCount: number
  readonly rowHeight: number
  /** From the top of the page to the grid. */
  readonly top: number
  readonly scrollY: number
  readonly height: number
  /** The maximum height that bars above the grid cover. */
  readonly coveredHeight: number
}

/** The first visible row, and the one after the last. */
export function visibleRows({ rowCount, rowHeight, top, scrollY, height }: GridInViewport): [number, number] {
  const rowsAbove = (scrollY - top) / rowHeight
  const clamp = (row: number) => Math.min(rowCount, Math.max(0, row))
  const first = clamp(Math.floor(rowsAbove))
  return [first, Math.max(first, clamp(Math.ceil(rowsAbove + height / rowHeight)))]
}

/** The first visible row that bars do not cover; if they cover all, the first visible one. */
export function firstUncoveredRow(grid: GridInViewport): number {
  const [first, end] = visibleRows(grid)
  const rowBelowBars = Math.ceil((grid.scrollY + grid.coveredHeight - grid.top) / grid.rowHeight)
  return rowBelowBars < end ? Math.max(first, rowBelowBars) : first
}
