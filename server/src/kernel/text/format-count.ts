/** `1,204`; fractions are rounded. */
export function formatCount(count: number): string {
  return Math.round(count).toLocaleString('en-US')
}
