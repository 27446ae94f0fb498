/** A grid with rows of equal height, and the visible part of the page, in pixels. */
interface RowsView {
  readonly rows: number
  readonly rowHeight: number
  /** From the top of the page to the grid. */
  readonly top: number
  readonly scrollY: number
  readonly height: number
  /** The maximum height that bars above the grid cover. */
  readonly coveredHeight: number
}

/** The first visible row, and the one after the last. */
export function visibleRows({
  rows,
  rowHeight,
  top,
  scrollY,
  height,
}: Omit<RowsView, 'coveredHeight'>): [first: number, end: number] {
  const above = (scrollY - top) / rowHeight
  const within = (row: number) => Math.min(rows, Math.max(0, row))
  const first = within(Math.floor(above))
  return [first, Math.max(first, within(Math.ceil(above + height / rowHeight)))]
}

/** The first visible row that bars do not cover; if they cover all, the first visible one. */
export function firstUncoveredRow(view: RowsView): number {
  const [first, end] = visibleRows(view)
  const uncovered = Math.max(
    first,
    Math.ceil((view.scrollY + view.coveredHeight - view.top) / view.rowHeight),
  )
  return uncovered < end ? uncovered : first
}
