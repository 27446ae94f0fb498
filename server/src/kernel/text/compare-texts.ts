/** Compares by UTF-16 code units, like the default order of `sort`. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
