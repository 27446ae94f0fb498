/**
 * Lets a press do nothing on controls that are `aria-disabled`, and on those inside of a group that is. Browsers take the
 * focus from a control that becomes `disabled` while it has it.
 */
export function keepDisabledStill(): void {
  const stop = (event: Event) => {
    if (!(event.target as Element).closest('[aria-disabled=true]')) return
    event.preventDefault()
    event.stopPropagation()
  }
  // A key on a button, and one that submits a form by its button, are clicks, too.
  addEventListener('click', stop, true)
}
