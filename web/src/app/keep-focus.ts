import { focusHeading } from './focus-heading.ts'

// Without fields in which keys write or choose: letter keys, such as the one for undo, act only outside of them.
const CONTROLS =
  ':is(a[href], button, summary, [type=radio], [type=checkbox], [tabindex="0"]):not([aria-disabled=true])'

/** The siblings between which an element is in the document, to be found again after the element's removal. */
interface Position {
  readonly element: Element
  readonly next: Element | null
  readonly previous: Element | null
}

/**
 * Whenever the focused element is removed or hidden, moves the focus to the control that followed it, took its place,
 * preceded it, or surrounds it; else to the page's heading. Draws no focus ring after a pointer press. Also scrolls a
 * row sideways until a control that got the focus by a key is completely visible.
 */
export function keepFocus(main: HTMLElement): void {
  let positions: readonly Position[] = []
  let isUsingPointer = false
  addEventListener('focusin', ({ target }) => {
    const control = target as Element
    positions = main.contains(control) ? positionsAround(control, main) : []
    if (control.matches('main :focus-visible')) scrollRowTo(control)
  })
  // A press outside of all controls removes the focus on purpose; a press on a control focuses it next.
  const onPointerDown = () => {
    positions = []
    isUsingPointer = true
  }
  addEventListener('pointerdown', onPointerDown, true)
  const onKeyDown = () => {
    isUsingPointer = false
  }
  addEventListener('keydown', onKeyDown, true)
  const refocus = () => {
    if (document.activeElement !== document.body) return
    const controls = positions.flatMap(remainingElements).flatMap(controlsIn)
    if (!controls.some(control => tryFocus(control, !isUsingPointer))) focusHeading(main)
  }
  addEventListener('focusout', ({ target, relatedTarget }) => {
    const isHidden = relatedTarget === null && !(target as Element).checkVisibility()
    if (isHidden) requestAnimationFrame(refocus)
  })
  // Waits for a frame, so that code which knows a better target has moved the focus by then.
  const observer = new MutationObserver(() => {
    const element = positions[0]?.element
    if (element?.isConnected === false) requestAnimationFrame(refocus)
  })
  observer.observe(main, { childList: true, subtree: true })
}

/**
 * Focuses a control.
 * @returns false when the control cannot have the focus, because it is hidden or inert.
 */
function tryFocus(control: HTMLElement, focusVisible: boolean): boolean {
  control.focus({ preventScroll: true, focusVisible })
  return document.activeElement === control
}

/** The positions of an element and of each of its ancestors inside of `main`. */
function positionsAround(element: Element, main: Element): readonly Position[] {
  if (element === main || element.parentElement === null) return []
  const { nextElementSibling: next, previousElementSibling: previous, parentElement } = element
  return [{ element, next, previous }, ...positionsAround(parentElement, main)]
}

function remainingElements({ element, next, previous }: Position): readonly Element[] {
  const elements = [element, next, previous?.nextElementSibling, previous]
  return elements.filter(each => each?.isConnected) as Element[]
}

function controlsIn(element: Element): readonly HTMLElement[] {
  const innerControls = element.querySelectorAll<HTMLElement>(CONTROLS)
  return element.matches(CONTROLS) ? [element as HTMLElement, ...innerControls] : [...innerControls]
}

/** Scrolls the row that contains a control, because browsers leave a partly visible one where it is. */
function scrollRowTo(control: Element): void {
  const item = control.closest('li') ?? control
  let row = item.parentElement
  while (row !== null && (row.scrollWidth <= row.clientWidth || getComputedStyle(row).overflowX !== 'auto'))
    row = row.parentElement
  if (row === null) return
  const itemBox = item.getBoundingClientRect()
  const rowBox = row.getBoundingClientRect()
  row.scrollBy(Math.max(0, itemBox.right - rowBox.right) + Math.min(0, itemBox.left - rowBox.left), 0)
}
