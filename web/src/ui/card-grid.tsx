import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import type { Avatar } from '../lib/avatar.ts'
import { AvatarCard, CardSkeleton } from './avatar-card.tsx'
import styles from './card-grid.module.css'
import { type GridShape, useGridShape } from './grid-shape.ts'
import { useUiTexts } from './texts.ts'
import { useRovingFocus } from './use-roving-focus.ts'

/** Browsers lose precision beyond about 15 million device pixels. */
const MOST_PIXELS = 12_000_000

const REST_MS = 80

interface CardGridProps {
  total: number
  label: string
  /** Undefined while it is not loaded. */
  avatarAt: (index: number) => Avatar | undefined
  /** Called with the first and last index in sight, 80 ms after scrolling rests. */
  onSight: (first: number, last: number) => void
  isPending?: boolean
  /** The search whose results these are, to which the page of an avatar leads back. */
  address: string
  /** Makes what stands on the picture of a card. */
  overlay?: (avatar: Avatar) => ReactNode
}

/** A grid of any length, of which only the rows in sight are in the document; its scrollbar is exact. */
export function CardGrid(props: CardGridProps) {
  const { total, label, onSight, isPending = false } = props
  const list = useRef<HTMLOListElement>(null)
  const shape = useGridShape(list)
  const rows = Math.ceil(total / shape.columns)
  const shownRows = Math.min(rows, Math.floor(MOST_PIXELS / devicePixelRatio / shape.rowHeight))
  const virtualizer = useWindowVirtualizer({
    count: shownRows,
    estimateSize: () => shape.rowHeight,
    overscan: 2,
    scrollMargin: shape.top,
    useFlushSync: false,
  })
  const { rowHeight } = shape
  useEffect(() => {
    if (rowHeight > 0) virtualizer.measure()
  }, [virtualizer, rowHeight])
  const items = virtualizer.getVirtualItems()
  const first = (items[0]?.index ?? 0) * shape.columns
  const end = Math.min(total, ((items.at(-1)?.index ?? -1) + 1) * shape.columns)
  useSettledSight(first, end - 1, onSight)
  const roving = useRovingFocus({
    list,
    total,
    columns: shape.columns,
    scrollToRow: virtualizer.scrollToIndex,
  })
  return (
    <>
      <ol
        ref={list}
        className={styles.grid}
        aria-label={label}
        aria-busy={isPending}
        style={{ height: Math.max(0, virtualizer.getTotalSize() - shape.gap) }}
        onKeyDown={roving.onKeyDown}
        onFocus={roving.onFocus}
      >
        {indexes(first, end).map(index => (
          <GridItem key={index} {...props} index={index} shape={shape} isTabStop={index === roving.index} />
        ))}
      </ol>
      {shownRows < rows && <TooMany />}
    </>
  )
}

function GridItem({
  index,
  shape,
  total,
  avatarAt,
  address,
  overlay,
  isTabStop,
}: CardGridProps & { index: number; shape: GridShape; isTabStop: boolean }) {
  const avatar = avatarAt(index)
  return (
    <li
      aria-setsize={total}
      aria-posinset={index + 1}
      data-index={index}
      tabIndex={-1}
      style={placeOf(index, shape)}
    >
      {avatar === undefined ? (
        <CardSkeleton />
      ) : (
        <AvatarCard
          avatar={avatar}
          isFirst={index < shape.columns}
          tabIndex={isTabStop ? 0 : -1}
          place={{ results: address, index, total }}
        >
          {overlay?.(avatar)}
        </AvatarCard>
      )}
    </li>
  )
}

function TooMany() {
  const texts = useUiTexts()
  return <p className={styles.more}>{texts.tooMany}</p>
}

function placeOf(index: number, { columns, cardWidth, columnGap, rowHeight }: GridShape): CSSProperties {
  const x = (index % columns) * (cardWidth + columnGap)
  const y = Math.floor(index / columns) * rowHeight
  return { width: cardWidth, transform: `translate(${x}px, ${y}px)` }
}

function useSettledSight(first: number, last: number, onSight: CardGridProps['onSight']): void {
  useEffect(() => {
    const timer = setTimeout(() => onSight(first, last), REST_MS)
    return () => clearTimeout(timer)
  }, [first, last, onSight])
}

function indexes(first: number, end: number): readonly number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset)
}
