import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** The layout of a grid's cards, in pixels. All rows have the same height, so that no card must be measured. */
export interface CardLayout {
  readonly columns: number
  readonly cardWidth: number
  readonly columnGap: number
  /** From the top of one row to the top of the next. */
  readonly rowHeight: number
  /** Space between two rows, which `rowHeight` includes. */
  readonly gap: number
}

/** The measures of a grid, in pixels. A grid that only moves keeps its `layout` object, so that no card re-renders. */
export interface GridShape {
  readonly layout: CardLayout
  /** From the top of the page to the grid. */
  readonly top: number
  /** The maximum height that bars above the grid cover, as the style sheet says. */
  readonly coveredHeight: number
}

const UNMEASURED_SHAPE: GridShape = {
  layout: { columns: 1, cardWidth: 0, columnGap: 0, rowHeight: 300, gap: 0 },
  top: 0,
  coveredHeight: 0,
}

/** Minimum width of a card in pixels, and the height of its texts in rem: name, creator and platforms. */
const NORMAL_CARD = { minWidth: 208, textRem: 4.75 }

/** The same for small cards, which have no line of platforms. */
const COMPACT_CARD = { minWidth: 150, textRem: 3.375 }

/**
 * Measures the grid's element, and again whenever its width, position or card size changes.
 * @param contentKey changes with the grid's content, which can move the grid; its visible rows are then painted in the
 * same frame.
 */
export function useGridShape(
  grid: RefObject<HTMLElement | null>,
  isCompact: boolean,
  contentKey: string,
): GridShape {
  const [shape, setShape] = useState(UNMEASURED_SHAPE)
  const measure = useEffectEvent(() => {
    const shape = shapeOf(grid.current!, isCompact)
    setShape(previous => reuseEqualParts(previous, shape))
  })
  const key = `${isCompact} ${contentKey}`
  const measuredKey = useRef('')
  useLayoutEffect(() => {
    if (measuredKey.current === key) return
    measuredKey.current = key
    measure()
  })
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => measure())
    observer.observe(grid.current!)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [grid])
  return shape
}

function shapeOf(element: HTMLElement, isCompact: boolean): GridShape {
  const style = getComputedStyle(element)
  const columnGap = Number.parseFloat(style.columnGap)
  const gap = Number.parseFloat(style.rowGap)
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const minColumns = Number.parseFloat(style.getPropertyValue('--min-columns'))
  const { minWidth, textRem } = isCompact ? COMPACT_CARD : NORMAL_CARD
  const width = element.clientWidth
  const columns = columnsOf(width, minWidth, columnGap, minColumns)
  const cardWidth = (width - columnGap * (columns - 1)) / columns
  const rowHeight = Math.round((cardWidth * 3) / 4 + textRem * rem + gap)
  const top = Math.round(element.getBoundingClientRect().top + scrollY)
  const coveredHeight = Number.parseFloat(style.scrollMarginTop)
  return { layout: { columns, cardWidth, columnGap, rowHeight, gap }, top, coveredHeight }
}

/** Number of columns that fit in a width, but at least `minColumns`. */
export function columnsOf(width: number, minCardWidth: number, gap: number, minColumns: number): number {
  return Math.max(minColumns, Math.floor((width + gap) / (minCardWidth + gap)))
}

/** The new shape, with the objects of the previous one where these are equal. */
export function reuseEqualParts(previous: GridShape, shape: GridShape): GridShape {
  const { layout, top, coveredHeight } = shape
  const hasEqualLayout =
    previous.layout.columns === layout.columns &&
    previous.layout.cardWidth === layout.cardWidth &&
    previous.layout.rowHeight === layout.rowHeight
  if (!hasEqualLayout) return shape
  return previous.top === top && previous.coveredHeight === coveredHeight
    ? previous
    : { ...shape, layout: previous.layout }
}
