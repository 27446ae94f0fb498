/**
 * Focuses the heading of a page, so that screen readers begin there.
 * @returns false when there is no heading yet.
 */
export function focusHeading(main: Element): boolean {
  const heading = main.querySelector('h1')
  if (heading === null) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}
