import { focusHeading } from './focus-heading.ts'

const CONTROLS = 'a[href], :is(button, input, select):enabled'

/**
 * From now on moves the focus, when what had it is taken off the page, to the control that stood after it, or before, or
 * around them; else to the heading of the page. What gets it by a key is shown whole in a row that scrolls sideways.
 */
export function keepFocus(main: HTMLElement): void {
  let places: readonly Element[] = []
  addEventListener('focusin', ({ target }) => {
    const control = target as Element
    places = main.contains(control) ? placesAround(control, main) : []
    if (control.matches('main :focus-visible')) showWhole(control)
  })
  // A press beside all controls takes the focus away on purpose; one on a control gives it the focus next.
  const forget = () => {
    places = []
  }
  addEventListener('pointerdown', forget, true)
  const move = () => {
    if (document.activeElement !== document.body) return
    const controls = places.map(place => (place.isConnected ? controlIn(place) : null))
    const control = controls.find(each => each !== null)
    if (control) control.focus({ preventScroll: true })
    else focusHeading(main)
  }
  // A frame later: what knows a better place has moved the focus there by then.
  const observer = new MutationObserver(() => places[0]?.isConnected === false && requestAnimationFrame(move))
  observer.observe(main, { childList: true, subtree: true })
}

/** The element, its neighbours, and those of each element around it. */
function placesAround(element: Element, main: Element): readonly Element[] {
  if (element === main || element.parentElement === null) return []
  const { nextElementSibling, previousElementSibling, parentElement } = element
  const near = [element, nextElementSibling, previousElementSibling].filter(each => each !== null)
  return [...near, ...placesAround(parentElement, main)]
}

function controlIn(place: Element): HTMLElement | null {
  return place.matches(CONTROLS) ? (place as HTMLElement) : place.querySelector<HTMLElement>(CONTROLS)
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
