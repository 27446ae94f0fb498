/**
 * Makes presses of controls that are `aria-disabled`, or are inside of such a group, have no effect. `disabled` is not
 * used, because browsers remove the focus from a focused control that becomes disabled.
 */
export function blockDisabledControls(): void {
  const stop = (event: Event) => {
    if (!(event.target as Element).closest('[aria-disabled=true]')) return
    event.preventDefault()
    event.stopPropagation()
  }
  // Pressing a key on a button, or submitting a form by its button, causes a click, too.
  addEventListener('click', stop, true)
}
