/**
 * Maximum milliseconds between the clicks of an unintended double click. A person who wants two clicks looks at the
 * outcome of the first before the second.
 */
const DOUBLE_CLICK_MS = 300

/**
 * Switches, which a second click would switch back, and rows of buttons, in which it would hit what has moved there.
 */
const SWITCHES_AND_TOOLBARS = '[aria-pressed], [role=toolbar]'

/**
 * Makes clicks have no effect on controls that are `aria-disabled` or inside of such a group, and the second click of a
 * double click on switches and in toolbars. `disabled` is not used, because browsers remove the focus from a focused
 * control that becomes disabled.
 */
export function ignoreUnintendedClicks(): void {
  let lastClickAt = Number.NEGATIVE_INFINITY
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element
    const isDoubleClick = event.detail > 1 && event.timeStamp - lastClickAt < DOUBLE_CLICK_MS
    lastClickAt = event.timeStamp
    const isUnintended = isDoubleClick && target.closest(SWITCHES_AND_TOOLBARS) !== null
    if (!isUnintended && target.closest('[aria-disabled=true]') === null) return
    event.preventDefault()
    event.stopPropagation()
  }
  // Pressing a key on a button, or submitting a form by its button, causes a click, too.
  addEventListener('click', onClick, true)
}
