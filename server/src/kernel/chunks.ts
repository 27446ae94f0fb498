/** Splits a list into consecutive chunks of `size` items; the last one may be shorter. */
export function* chunks<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
