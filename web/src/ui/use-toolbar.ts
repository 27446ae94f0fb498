import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Makes a row of buttons a single tab stop, in which arrow keys, Home and End move (WAI-ARIA, "toolbar" pattern).
 * @param toolbar contains the buttons, each with its index in `data-index`.
 * @param count number of buttons.
 */
export function useToolbar(toolbar: RefObject<HTMLElement | null>, count: number) {
  const [lastFocusIndex, setLastFocusIndex] = useState(0)
  const currentIndex = Math.min(lastFocusIndex, count - 1)
  const hadFocus = useRef(false)
  const buttonAt = (index: number) =>
    toolbar.current?.querySelector<HTMLElement>(`button[data-index="${index}"]`)
  // The focused button may have been removed or moved; the button in its place then gets the focus.
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) buttonAt(currentIndex)?.focus()
  })
  return {
    currentIndex,
    onFocus: (event: FocusEvent) => {
      hadFocus.current = true
      const button = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
      if (button !== null) setLastFocusIndex(Number(button.dataset.index))
    },
    onBlur: (event: FocusEvent) => {
      // When a focused button is removed, there is no `relatedTarget`.
      if (event.relatedTarget !== null) hadFocus.current = false
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const places: Readonly<Record<string, number>> = {
        ArrowRight: currentIndex + 1,
        ArrowLeft: currentIndex - 1,
        Home: 0,
        End: count - 1,
      }
      const place = places[event.key]
      if (place === undefined) return
      event.preventDefault()
      buttonAt(Math.max(0, Math.min(count - 1, place)))?.focus()
    },
  }
}
