const KEY = 'to submit'

/** The text of the submit page, which survives a reload of this tab. */
export function textToSubmit(): string {
  return sessionStorage.getItem(KEY) ?? ''
}

export function keepTextToSubmit(text: string): void {
  try {
    sessionStorage.setItem(KEY, text)
  } catch {
    // A browser keeps about five million characters; a longer text is lost at a reload.
    sessionStorage.removeItem(KEY)
  }
}

/** Adds a text, unless it is stored already, for the submit page, which this tab opens next. */
export function addTextToSubmit(text: string): void {
  const before = textToSubmit()
  if (!before.includes(text)) keepTextToSubmit(before === '' ? text : `${before}\n${text}`)
}
