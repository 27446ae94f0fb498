import { setImmediate as nextTurn } from 'node:timers/promises'

/** At 50 µs each, a turn takes 5 ms. */
const ITEMS_PER_TURN = 100

/** Maps a long list without blocking the event loop. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += ITEMS_PER_TURN) {
    if (start > 0) await nextTurn()
    for (const item of items.slice(start, start + ITEMS_PER_TURN)) results.push(map(item))
  }
  return results
}
