/** A grid whose rows are all equally high, and the part of the page that is in sight, in pixels. */
interface RowsView {
  readonly rows: number
  readonly rowHeight: number
  /** From the top of the page to the grid. */
  readonly top: number
  readonly scrollY: number
  readonly height: number
}

/** The first row in sight, and the one after the last. */
export function rowsInSight({
  rows,
  rowHeight,
  top,
  scrollY,
  height,
}: RowsView): [first: number, end: number] {
  const above = (scrollY - top) / rowHeight
  const within = (row: number) => Math.min(rows, Math.max(0, row))
  const first = within(Math.floor(above))
  return [first, Math.max(first, within(Math.ceil(above + height / rowHeight)))]
}
