/**
 * Focuses the card that is the tab stop of the results.
 * @returns false when there is none.
 */
export function focusResults(): boolean {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)
  const card = find('main ol[aria-label] [tabindex="0"]') ?? find('main ol a')
  card?.focus()
  return card !== null
}
