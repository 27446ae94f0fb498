const STORAGE_KEY = 'to submit'

/** The text in the submit page's field, which survives a reload of this tab. */
export function textToSubmit(): string {
  return sessionStorage.getItem(STORAGE_KEY) ?? ''
}

export function keepTextToSubmit(text: string): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, text)
  } catch {
    // A browser keeps about five million characters; a longer text is lost at a reload.
    sessionStorage.removeItem(STORAGE_KEY)
  }
}

/** Adds a text to that of the submit page, which this tab opens next, unless it is there already. */
export function addTextToSubmit(text: string): void {
  const keptText = textToSubmit()
  if (!keptText.includes(text)) keepTextToSubmit(keptText === '' ? text : `${keptText}\n${text}`)
}
