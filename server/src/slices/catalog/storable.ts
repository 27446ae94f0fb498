/** Both engines give back what they were given only of well-formed text without NUL. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
