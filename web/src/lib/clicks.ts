/**
 * Makes clicks have no effect on controls that are `aria-disabled` or inside of such a group, and on switches the second
 * click of a double click. `disabled` is not used, because browsers remove the focus from a focused control that becomes
 * disabled.
 */
export function blockClicks(): void {
  const stop = (event: MouseEvent) => {
    const target = event.target as Element
    const isSecond = event.detail > 1 && target.closest('[aria-pressed]') !== null
    if (!isSecond && target.closest('[aria-disabled=true]') === null) return
    event.preventDefault()
    event.stopPropagation()
  }
  // Pressing a key on a button, or submitting a form by its button, causes a click, too.
  addEventListener('click', stop, true)
}
