import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { preferences } from '../lib/preferences.ts'
import { nextIndex } from './grid-keys.ts'

/** Rows over which Page Up and Page Down move: about a screen. */
const PAGE_ROWS = 3

interface RovingFocusInput {
  list: RefObject<HTMLElement | null>
  total: number
  /** The search whose results these are; another search has a tab stop of its own. */
  address: string
  columns: number
  /** Indexes of the visible cards that no bar covers; `end` is the one after the last. */
  uncovered: readonly [first: number, end: number]
  /** Scrolls to a row that is not rendered. */
  scrollToRow: (row: number) => void
  /**
   * Receives the indexes from the focused one to the target of an arrow key with Shift. If absent, such keys do
   * nothing.
   */
  onExtend?: ((indexes: readonly number[]) => void) | undefined
}

/**
 * Makes the grid a single tab stop, in which arrow keys, Home, End, Page Up and Page Down move (WAI-ARIA, "roving
 * tabindex").
 */
export function useRovingFocus(input: RovingFocusInput) {
  const { list, total, address, columns, uncovered, scrollToRow, onExtend } = input
  const [lastFocus, setLastFocus] = useState({ address, index: 0 })
  const [hasFocus, setHasFocus] = useState(false)
  const [firstUncovered, endUncovered] = uncovered
  // The tab stop follows the viewport, because Tab cannot reach a card that is not rendered, and must not reach one
  // below a bar.
  const lastIndex = hasFocus || lastFocus.address === address ? lastFocus.index : 0
  const isUncovered = lastIndex >= firstUncovered && lastIndex < endUncovered
  const mustMove = !hasFocus && firstUncovered < endUncovered && !isUncovered
  const index = mustMove ? firstUncovered : Math.min(lastIndex, Math.max(0, total - 1))
  const itemAt = (index: number) => list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
  const moveTabStop = (index: number) =>
    setLastFocus(last => (last.index === index && last.address === address ? last : { address, index }))
  // Sets attributes without React, which would re-render two cards for each row that scrolls by.
  useLayoutEffect(() => {
    for (const stop of queryAll(list.current!, '[tabindex="0"]')) stop.tabIndex = -1
    const item = itemAt(index)
    if (!item) return
    // The buttons' acts have keyboard shortcuts, so only the link is a tab stop, unless the shortcuts are switched off.
    const stops = queryAll(item, preferences().keys ? 'a' : 'a, button')
    for (const stop of stops.length > 0 ? stops : [item]) stop.tabIndex = 0
  })
  const indexToFocus = useRef<number | null>(null)
  // Moves the focus before the next key can arrive. While a card is loading, its item has the focus and receives that
  // key.
  useLayoutEffect(() => {
    if (indexToFocus.current === null) return
    const item = itemAt(indexToFocus.current)
    const link = item?.querySelector<HTMLElement>('a')
    const target = link ?? item
    target?.focus({ preventScroll: true })
    item?.scrollIntoView({ block: 'nearest' })
    if (link) indexToFocus.current = null
  })
  return {
    index,
    hasFocus,
    onFocus: (event: FocusEvent) => {
      setHasFocus(true)
      const item = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
      if (item === null) return
      const index = Number(item.dataset.index)
      if (item === event.target) indexToFocus.current = index
      moveTabStop(index)
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      // When the window loses the focus, the document keeps its active element.
      const isInside = currentTarget.contains(relatedTarget ?? document.activeElement)
      if (!isInside) indexToFocus.current = null
      setHasFocus(isInside)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.shiftKey && onExtend === undefined) return
      const next = nextIndex(event.key, { index, total, columns, pageRows: PAGE_ROWS })
      if (next === null) return
      event.preventDefault()
      if (event.shiftKey) {
        const from = Math.min(index, next)
        onExtend?.(Array.from({ length: Math.abs(next - index) + 1 }, (_, step) => from + step))
      }
      indexToFocus.current = next
      moveTabStop(next)
      scrollToRow(Math.floor(next / columns))
    },
  }
}

function queryAll(element: HTMLElement, selector: string): NodeListOf<HTMLElement> {
  return element.querySelectorAll(selector)
}
