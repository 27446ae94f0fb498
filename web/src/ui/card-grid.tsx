import {
  type ComponentType,
  type CSSProperties,
  memo,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Avatar } from '../lib/avatar.ts'
import type { PlaceInResults } from '../lib/search-results.ts'
import { useSettings } from '../lib/settings.ts'
import { useIsTyping } from '../lib/typing.ts'
import { AvatarCard, CardSkeleton } from './avatar-card.tsx'
import styles from './card-grid.module.css'
import { type CardLayout, useGridShape } from './grid-shape.ts'
import { useUiTexts } from './texts.ts'
import { useCreatedCards } from './use-created-cards.ts'
import { useRovingFocus } from './use-roving-focus.ts'
import { useVisibleRows } from './use-visible-rows.ts'

/** Maximum height of the grid. Browsers lose precision beyond about 15 million device pixels. */
const MAX_DEVICE_PIXELS = 12_000_000

/** Milliseconds without a new row after which scrolling counts as stopped. */
const SCROLL_STOP_MS = 80

/** Milliseconds after which the previous search's results are dimmed. */
const DIM_DELAY_MS = 300

/** Rows that are rendered above and below the visible ones. */
const OVERSCAN_ROWS = 2

/** The properties of a card in the grid. */
export interface GridCardProps<Item extends Avatar = Avatar> {
  readonly avatar: Item
  readonly isOnFirstScreen: boolean
  readonly place: PlaceInResults
}

interface CardGridProps<Item extends Avatar> {
  total: number
  label: string
  /** Undefined while the avatar is not loaded. The function changes whenever its results do. */
  avatarAt: (index: number) => Item | undefined
  /** Called with the first and the last visible index, 80 ms after scrolling stops. */
  onVisible: (first: number, last: number) => void
  /** True while the previous search's results are shown because the next ones are loading. */
  isPlaceholder?: boolean
  /** The address of the search, to which an avatar's page leads back. */
  address: string
  /** Renders an avatar; default: the usual card. */
  Card?: ComponentType<GridCardProps<Item>>
  /** Called with the indexes over which Shift and an arrow key move the focus. */
  onExtend?: (indexes: readonly number[]) => void
}

/**
 * A virtualized grid of any length: only the visible rows and the focused card are rendered, and the scrollbar is
 * exact.
 */
export function CardGrid<Item extends Avatar>(props: CardGridProps<Item>) {
  const { compactGrid } = useSettings()
  return <Rows {...props} isCompact={compactGrid} />
}

/**
 * A component apart from `CardGrid`, because reading the settings at each scrolled row takes longer than finding the
 * row.
 */
function Rows<Item extends Avatar>({
  total,
  label,
  avatarAt,
  onVisible,
  isPlaceholder = false,
  address,
  Card = AvatarCard,
  onExtend,
  isCompact,
}: CardGridProps<Item> & { isCompact: boolean }) {
  const list = useRef<HTMLOListElement>(null)
  const shape = useGridShape(list, isCompact, address)
  const { layout, top } = shape
  const { columns, rowHeight, gap } = layout
  const rowCount = Math.ceil(total / columns)
  const shownRowCount = Math.min(rowCount, Math.floor(MAX_DEVICE_PIXELS / devicePixelRatio / rowHeight))
  const [firstVisibleRow, endVisibleRow, firstUncoveredRow] = useVisibleRows(shownRowCount, shape)
  const isTyping = useIsTyping()
  const [firstRow, endRow] = useRenderedRows(firstVisibleRow, endVisibleRow, shownRowCount, isTyping)
  const first = firstRow * columns
  const end = Math.min(total, endRow * columns)
  const firstVisible = firstVisibleRow * columns
  const endVisible = endVisibleRow * columns
  const results = useMemo(() => ({ avatarAt, address, total }), [avatarAt, address, total])
  const resultsOutside = useResultsOutsideViewport(results, isTyping)
  const resultsAt = (index: number) =>
    index >= firstVisible && index < endVisible ? results : resultsOutside
  const roving = useRovingFocus({
    list,
    total: Math.min(total, shownRowCount * columns),
    address,
    columns,
    uncovered: [firstUncoveredRow * columns, endVisible],
    onExtend,
    scrollToRow: row => {
      const isRendered = row >= firstRow && row < endRow
      if (!isRendered) scrollTo({ top: top + row * rowHeight - innerHeight / 2 })
    },
  })
  const { index: focusedIndex, hasFocus } = roving
  const isFocusOutside = hasFocus && (focusedIndex < first || focusedIndex >= end)
  const isCreated = useCreatedCards({
    first,
    end,
    firstVisible,
    endVisible,
    isLoaded: index => resultsAt(index).avatarAt(index) !== undefined,
  })
  useReportAtRest(first, end - 1, onVisible)
  const isDimmed = useDelayed(isPlaceholder, DIM_DELAY_MS)
  return (
    <>
      <ol
        ref={list}
        className={styles.grid}
        aria-label={label}
        aria-busy={isPlaceholder}
        data-dimmed={isDimmed || undefined}
        data-compact={isCompact || undefined}
        style={{ height: Math.max(0, shownRowCount * rowHeight - gap) }}
        onKeyDown={roving.onKeyDown}
        onFocus={roving.onFocus}
        onBlur={roving.onBlur}
      >
        {renderedIndexes(first, end, isFocusOutside ? focusedIndex : null).map(index => {
          const { avatarAt, address, total } = resultsAt(index)
          return (
            <GridItem
              key={index}
              index={index}
              total={total}
              avatar={isCreated(index) ? avatarAt(index) : undefined}
              address={address}
              Card={Card as ComponentType<GridCardProps>}
              layout={layout}
              hasFocus={hasFocus && index === focusedIndex}
            />
          )
        })}
      </ol>
      {shownRowCount < rowCount && <TooMany />}
    </>
  )
}

interface GridItemProps {
  total: number
  address: string
  Card: ComponentType<GridCardProps>
  index: number
  avatar: Avatar | undefined
  layout: CardLayout
  hasFocus: boolean
}

/** Memoized, because about forty cards are rendered, and the grid re-renders at each scrolled row and keystroke. */
const GridItem = memo((props: GridItemProps) => {
  const { index, total, avatar: loadedAvatar, address, Card, layout, hasFocus } = props
  const [lastAvatar, setLastAvatar] = useState(loadedAvatar)
  if (loadedAvatar !== undefined && loadedAvatar !== lastAvatar) setLastAvatar(loadedAvatar)
  // Pages of results are kept only while they are visible. The focused card keeps its avatar, or it would lose the
  // focus.
  const avatar = loadedAvatar ?? (hasFocus ? lastAvatar : undefined)
  return (
    <li
      aria-setsize={total}
      aria-posinset={index + 1}
      data-index={index}
      tabIndex={-1}
      style={styleOf(index, layout)}
    >
      {avatar === undefined ? (
        <CardSkeleton />
      ) : (
        <Card
          avatar={avatar}
          isOnFirstScreen={index < layout.columns}
          place={{ results: address, index, total }}
        />
      )}
    </li>
  )
})

function TooMany() {
  const texts = useUiTexts()
  return <p className={styles.more}>{texts.tooMany}</p>
}

function styleOf(
  index: number,
  { columns, cardWidth, columnGap, rowHeight, gap }: CardLayout,
): CSSProperties {
  const x = (index % columns) * (cardWidth + columnGap)
  const y = Math.floor(index / columns) * rowHeight
  return { width: cardWidth, height: rowHeight - gap, transform: `translate(${x}px, ${y}px)` }
}

/**
 * The rendered rows: the visible ones, and some above and below, which are added after the next paint, but not while
 * the visitor types. They let keys reach a grid of which no row is visible. `useDeferredValue` is not used, because
 * React restarts deferred work at each scroll in between.
 */
function useRenderedRows(
  first: number,
  end: number,
  rowCount: number,
  isTyping: boolean,
): readonly [first: number, end: number] {
  const from = Math.max(0, first - OVERSCAN_ROWS)
  const to = Math.min(rowCount, end + OVERSCAN_ROWS)
  const [added, setAdded] = useState({ from, to })
  useEffect(() => {
    if (!isTyping) requestAnimationFrame(() => setTimeout(setAdded, 0, { from, to }))
  }, [from, to, isTyping])
  if (added.to < first || added.from > end) return [first, end]
  return [Math.max(from, Math.min(first, added.from)), Math.min(to, Math.max(end, added.to))]
}

/**
 * The results that cards outside of the viewport show. New results reach these cards after the visible ones are
 * painted, and not at each keystroke.
 */
function useResultsOutsideViewport<Results extends { address: string; total: number }>(
  results: Results,
  isTyping: boolean,
): Results {
  const [latest, setLatest] = useState(results)
  if (!isTyping && latest !== results) setLatest(results)
  const deferred = useDeferredValue(latest)
  return deferred.address === latest.address && deferred.total === latest.total ? latest : deferred
}

/**
 * Calls `onVisible` in the first frame after the pause, because a slow frame can delay the next row beyond the pause.
 */
function useReportAtRest(first: number, last: number, onVisible: CardGridProps<Avatar>['onVisible']): void {
  useEffect(() => {
    let frame = 0
    const timer = setTimeout(() => {
      frame = requestAnimationFrame(() => onVisible(first, last))
    }, SCROLL_STOP_MS)
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
    }
  }, [first, last, onVisible])
}

/**
 * True once `isNow` has been true for a time. A CSS transition with a delay would repaint the grid at each keystroke.
 */
function useDelayed(isNow: boolean, delayMs: number): boolean {
  const [isTrue, setTrue] = useState(false)
  useEffect(() => {
    if (!isNow) return
    const timer = setTimeout(() => setTrue(true), delayMs)
    return () => {
      clearTimeout(timer)
      setTrue(false)
    }
  }, [isNow, delayMs])
  return isTrue
}

/** Indexes in ascending order, because an element that is moved in the document loses the focus. */
function renderedIndexes(first: number, end: number, focusOutside: number | null): readonly number[] {
  const indexes = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset)
  if (focusOutside === null) return indexes
  return focusOutside < first ? [focusOutside, ...indexes] : [...indexes, focusOutside]
}
