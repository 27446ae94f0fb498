/** True for text that both engines return as it was stored: well-formed, and without NUL. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** The text as it can be stored: without what it must not hold. */
export function storable(text: string): string {
  return isStorable(text) ? text : text.toWellFormed().replaceAll('\0', '')
}
