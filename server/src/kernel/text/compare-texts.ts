/** Orders texts by UTF-16 code units, as `sort` does. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
