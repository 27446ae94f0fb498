const KEY = 'to submit'

/** Stores ids for the submit page, which this tab opens next. */
export function keepIdsToSubmit(ids: readonly string[]): void {
  sessionStorage.setItem(KEY, ids.join('\n'))
}

/** Returns the stored ids as text and removes them; null when there are none. */
export function takeIdsToSubmit(): string | null {
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return text
}
