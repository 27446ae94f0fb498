import { focusHeading } from './focus-heading.ts'

// Fields in which keys write or choose are excluded: letter keys, such as the one for undo, act only outside of them.
const CONTROLS =
  ':is(a[href], button, summary, [type=radio], [type=checkbox], [tabindex="0"]):not([aria-disabled=true])'

/** An element and its siblings at one time. */
interface Position {
  readonly element: Element
  readonly next: Element | null
  readonly previous: Element | null
}

/**
 * From now on, when the focused element is removed or hidden, moves the focus to the control that followed it, took its
 * place, preceded it, or surrounds it; else to the page's heading. Draws no focus ring after a pointer press. Scrolls a
 * row sideways until a control that got the focus by a key is completely visible.
 */
export function keepFocus(main: HTMLElement): void {
  let positions: readonly Position[] = []
  let isByPointer = false
  addEventListener('focusin', ({ target }) => {
    const control = target as Element
    positions = main.contains(control) ? positionsAround(control, main) : []
    if (control.matches('main :focus-visible')) scrollRowTo(control)
  })
  // A press outside of all controls removes the focus on purpose; a press on a control focuses it next.
  const press = () => {
    positions = []
    isByPointer = true
  }
  addEventListener('pointerdown', press, true)
  const type = () => {
    isByPointer = false
  }
  addEventListener('keydown', type, true)
  const move = () => {
    if (document.activeElement !== document.body) return
    const controls = positions.flatMap(elementsNow).flatMap(controlsIn)
    if (!controls.some(control => takesFocus(control, !isByPointer))) focusHeading(main)
  }
  addEventListener('focusout', ({ target, relatedTarget }) => {
    const isHidden = relatedTarget === null && !(target as Element).checkVisibility()
    if (isHidden) requestAnimationFrame(move)
  })
  // Waits for a frame, so that code which knows a better target has moved the focus by then.
  const observer = new MutationObserver(() => {
    const element = positions[0]?.element
    if (element?.isConnected === false) requestAnimationFrame(move)
  })
  observer.observe(main, { childList: true, subtree: true })
}

/**
 * Focuses a control.
 * @returns false when the control cannot have the focus, because it is hidden or inert.
 */
function takesFocus(control: HTMLElement, focusVisible: boolean): boolean {
  control.focus({ preventScroll: true, focusVisible })
  return document.activeElement === control
}

/** The siblings of an element and of each of its ancestors. */
function positionsAround(element: Element, main: Element): readonly Position[] {
  if (element === main || element.parentElement === null) return []
  const { nextElementSibling: next, previousElementSibling: previous, parentElement } = element
  return [{ element, next, previous }, ...positionsAround(parentElement, main)]
}

function elementsNow({ element, next, previous }: Position): readonly Element[] {
  const candidates = [element, next, previous?.nextElementSibling, previous]
  return candidates.filter(each => each?.isConnected) as Element[]
}

function controlsIn(element: Element): readonly HTMLElement[] {
  const inside = element.querySelectorAll<HTMLElement>(CONTROLS)
  return element.matches(CONTROLS) ? [element as HTMLElement, ...inside] : [...inside]
}

/** Scrolls the row that contains a control, because browsers leave a partly visible one where it is. */
function scrollRowTo(control: Element): void {
  const item = control.closest('li') ?? control
  let row = item.parentElement
  while (row !== null && (row.scrollWidth <= row.clientWidth || getComputedStyle(row).overflowX !== 'auto'))
    row = row.parentElement
  if (row === null) return
  const inner = item.getBoundingClientRect()
  const outer = row.getBoundingClientRect()
  row.scrollBy(Math.max(0, inner.right - outer.right) + Math.min(0, inner.left - outer.left), 0)
}
