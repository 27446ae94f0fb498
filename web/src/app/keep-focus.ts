import { focusHeading } from './focus-heading.ts'

// Fields in which a key writes or chooses are none: letter keys such as that for undo act beside them alone.
const CONTROLS =
  ':is(a[href], button, summary, [type=radio], [type=checkbox], [tabindex="0"]):not([aria-disabled=true])'

/** An element, and what stood beside it. */
interface Place {
  readonly element: Element
  readonly next: Element | null
  readonly previous: Element | null
}

/**
 * From now on moves the focus, when what had it is taken off the page or hidden, to the control that stood after it, or stands
 * in its place, or before, or around them; else to the heading of the page. No outline is drawn after a press by
 * pointer. What gets the focus by a key is shown whole in a row that scrolls sideways.
 */
export function keepFocus(main: HTMLElement): void {
  let places: readonly Place[] = []
  let isByPointer = false
  addEventListener('focusin', ({ target }) => {
    const control = target as Element
    places = main.contains(control) ? placesAround(control, main) : []
    if (control.matches('main :focus-visible')) showWhole(control)
  })
  // A press beside all controls takes the focus away on purpose; one on a control gives it the focus next.
  const press = () => {
    places = []
    isByPointer = true
  }
  addEventListener('pointerdown', press, true)
  const type = () => {
    isByPointer = false
  }
  addEventListener('keydown', type, true)
  const move = () => {
    if (document.activeElement !== document.body) return
    const controls = places.flatMap(placesNow).flatMap(controlsIn)
    if (!controls.some(control => takesFocus(control, !isByPointer))) focusHeading(main)
  }
  addEventListener('focusout', ({ target, relatedTarget }) => {
    const isHidden = relatedTarget === null && !(target as Element).checkVisibility()
    if (isHidden) requestAnimationFrame(move)
  })
  // A frame later: what knows a better place has moved the focus there by then.
  const observer = new MutationObserver(() => {
    const element = places[0]?.element
    if (element?.isConnected === false) requestAnimationFrame(move)
  })
  observer.observe(main, { childList: true, subtree: true })
}

/** Focuses a control. @returns false for one that cannot have the focus, as it is hidden or inert. */
function takesFocus(control: HTMLElement, focusVisible: boolean): boolean {
  control.focus({ preventScroll: true, focusVisible })
  return document.activeElement === control
}

/** The places of the element and of each element around it. */
function placesAround(element: Element, main: Element): readonly Place[] {
  if (element === main || element.parentElement === null) return []
  const { nextElementSibling: next, previousElementSibling: previous, parentElement } = element
  return [{ element, next, previous }, ...placesAround(parentElement, main)]
}

function placesNow({ element, next, previous }: Place): readonly Element[] {
  const now = [element, next, previous?.nextElementSibling, previous]
  return now.filter(each => each?.isConnected) as Element[]
}

function controlsIn(place: Element): readonly HTMLElement[] {
  const inside = place.querySelectorAll<HTMLElement>(CONTROLS)
  return place.matches(CONTROLS) ? [place as HTMLElement, ...inside] : [...inside]
}

/** Scrolls the row around a control, as browsers leave one that is cut off as it is. */
function showWhole(control: Element): void {
  const item = control.closest('li') ?? control
  let row = item.parentElement
  while (row !== null && (row.scrollWidth <= row.clientWidth || getComputedStyle(row).overflowX !== 'auto'))
    row = row.parentElement
  if (row === null) return
  const inner = item.getBoundingClientRect()
  const outer = row.getBoundingClientRect()
  row.scrollBy(Math.max(0, inner.right - outer.right) + Math.min(0, inner.left - outer.left), 0)
}
