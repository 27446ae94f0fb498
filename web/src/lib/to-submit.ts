const KEY = 'to submit'

/** Keeps ids for the page that submits avatars, which this tab opens next. */
export function keepToSubmit(ids: readonly string[]): void {
  sessionStorage.setItem(KEY, ids.join('\n'))
}

/** The kept ids as text, once; null when there are none. */
export function takeToSubmit(): string | null {
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return text
}
