import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { preferences } from '../lib/preferences.ts'
import { nextIndex } from './grid-keys.ts'

interface RovingFocusInput {
  list: RefObject<HTMLElement | null>
  total: number
  /** The search whose results these are; those of another have their own stop. */
  address: string
  columns: number
  /** Indexes of the rows in sight that no bar covers, without the end. */
  sight: readonly [first: number, end: number]
  /** Brings a row into the document when it is not there. */
  scrollToRow: (row: number) => void
  /** Takes the indexes from the focused one to that of a key with Shift; without it, such keys do nothing. */
  onExtend?: ((indexes: readonly number[]) => void) | undefined
}

/** Makes the grid one tab stop, in which arrows, Home, End and Page move (WAI-ARIA, "roving tabindex"). */
export function useRovingFocus(input: RovingFocusInput) {
  const { list, total, address, columns, sight, scrollToRow, onExtend } = input
  const [chosen, setChosen] = useState({ address, index: 0 })
  const [hasFocus, setHasFocus] = useState(false)
  const [first, end] = sight
  // The tab stop follows what is in sight: the tab key finds no card that is not in the document, or only below a bar.
  const last = hasFocus || chosen.address === address ? chosen.index : 0
  const isElsewhere = !hasFocus && first < end && (last < first || last >= end)
  const index = isElsewhere ? first : Math.min(last, Math.max(0, total - 1))
  const itemAt = (index: number) => list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
  const choose = (index: number) =>
    setChosen(before => (before.index === index && before.address === address ? before : { address, index }))
  // Without React: it would show two cards again for each row that scrolls by.
  useLayoutEffect(() => {
    for (const stop of allIn(list.current!, '[tabindex="0"]')) stop.tabIndex = -1
    const item = itemAt(index)
    if (!item) return
    // The acts of buttons have keys, too, unless those are switched off.
    const stops = allIn(item, preferences().keys ? 'a' : 'a, button')
    for (const stop of stops.length > 0 ? stops : [item]) stop.tabIndex = 0
  })
  const wanted = useRef<number | null>(null)
  // Before the next key can arrive. A card that is not loaded yet has the focus on its item, which gets that key.
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const item = itemAt(wanted.current)
    const link = item?.querySelector<HTMLElement>('a')
    const target = link ?? item
    target?.focus({ preventScroll: true })
    item?.scrollIntoView({ block: 'nearest' })
    if (link) wanted.current = null
  })
  return {
    index,
    hasFocus,
    onFocus: (event: FocusEvent) => {
      setHasFocus(true)
      const item = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
      if (item === null) return
      const index = Number(item.dataset.index)
      if (item === event.target) wanted.current = index
      choose(index)
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      // A window that is left keeps its active element.
      const isInside = currentTarget.contains(relatedTarget ?? document.activeElement)
      if (!isInside) wanted.current = null
      setHasFocus(isInside)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.shiftKey && onExtend === undefined) return
      const next = nextIndex(event.key, { index, total, columns, rowsInSight: 3 })
      if (next === null) return
      event.preventDefault()
      if (event.shiftKey) {
        const from = Math.min(index, next)
        onExtend?.(Array.from({ length: Math.abs(next - index) + 1 }, (_, step) => from + step))
      }
      wanted.current = next
      choose(next)
      scrollToRow(Math.floor(next / columns))
    },
  }
}

function allIn(element: HTMLElement, selector: string): NodeListOf<HTMLElement> {
  return element.querySelectorAll(selector)
}
