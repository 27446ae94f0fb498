/**
 * Milliseconds within which the second click of a double click follows. A person who wants two presses looks at the
 * outcome of the first before the second.
 */
const DOUBLE_MS = 300

/** Controls that a second click would switch back, and rows in which it would meet what has moved there. */
const GUARDED = '[aria-pressed], [role=toolbar]'

/**
 * Makes clicks have no effect on controls that are `aria-disabled` or inside of such a group, and the second click of a
 * double click on switches. `disabled` is not used, because browsers remove the focus from a focused control that becomes
 * disabled.
 */
export function blockClicks(): void {
  let clickedAt = Number.NEGATIVE_INFINITY
  const stop = (event: MouseEvent) => {
    const target = event.target as Element
    const isQuick = event.detail > 1 && event.timeStamp - clickedAt < DOUBLE_MS
    clickedAt = event.timeStamp
    const isSecond = isQuick && target.closest(GUARDED) !== null
    if (!isSecond && target.closest('[aria-disabled=true]') === null) return
    event.preventDefault()
    event.stopPropagation()
  }
  // Pressing a key on a button, or submitting a form by its button, causes a click, too.
  addEventListener('click', stop, true)
}
