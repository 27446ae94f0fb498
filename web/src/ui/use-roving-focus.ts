import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { preferences } from '../lib/preferences.ts'
import { nextIndex } from './grid-keys.ts'

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
  const [first, end] = uncovered
  // The tab stop follows the viewport, because Tab cannot reach a card that is not rendered, and must not reach one
  // below a bar.
  const last = hasFocus || lastFocus.address === address ? lastFocus.index : 0
  const isElsewhere = !hasFocus && first < end && (last < first || last >= end)
  const index = isElsewhere ? first : Math.min(last, Math.max(0, total - 1))
  const itemAt = (index: number) => list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
  const choose = (index: number) =>
    setLastFocus(before =>
      before.index === index && before.address === address ? before : { address, index },
    )
  // Sets attributes without React, which would re-render two cards for each row that scrolls by.
  useLayoutEffect(() => {
    for (const stop of allIn(list.current!, '[tabindex="0"]')) stop.tabIndex = -1
    const item = itemAt(index)
    if (!item) return
    // The buttons' acts have keyboard shortcuts, so only the link is a tab stop, unless the shortcuts are switched off.
    const stops = allIn(item, preferences().keys ? 'a' : 'a, button')
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
      choose(index)
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
      const next = nextIndex(event.key, { index, total, columns, pageRows: 3 })
      if (next === null) return
      event.preventDefault()
      if (event.shiftKey) {
        const from = Math.min(index, next)
        onExtend?.(Array.from({ length: Math.abs(next - index) + 1 }, (_, step) => from + step))
      }
      indexToFocus.current = next
      choose(next)
      scrollToRow(Math.floor(next / columns))
    },
  }
}

function allIn(element: HTMLElement, selector: string): NodeListOf<HTMLElement> {
  return element.querySelectorAll(selector)
}
