/** True for text that both engines return unchanged: it is well-formed UTF-16 and contains no NUL. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** Returns the text with NULs removed and lone surrogates replaced. */
export function toStorable(text: string): string {
  return isStorable(text) ? text : text.toWellFormed().replaceAll('\0', '')
}
