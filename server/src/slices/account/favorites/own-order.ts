/** Between favorites that were saved one millisecond apart and never moved. */
const PLACES_PER_MS = 1024

/** Between neighbours after renumbering: halving the gap, avatars can be moved between the same two 20 times. */
const PLACES_PER_GAP = 2 ** 20

export interface PlacedFavorite {
  readonly avatarKey: number
  readonly savedAtMs: number
  readonly place: number | null
}

/** The sort key of a person's own order, greatest first, so that new favorites come first. */
function placeOf({ place, savedAtMs }: Pick<PlacedFavorite, 'place' | 'savedAtMs'>): number {
  return place ?? savedAtMs * PLACES_PER_MS
}

/** Favorites with equal places are ordered newest first. */
export function compareByPlace(a: PlacedFavorite, b: PlacedFavorite): number {
  return placeOf(b) - placeOf(a) || b.savedAtMs - a.savedAtMs || b.avatarKey - a.avatarKey
}

/**
 * Moves an item of a list, which is in the person's own order, directly before the successor; null moves it to the end.
 * Changes the list itself.
 *
 * @returns the items whose place changed, as new objects that replace the old ones in the list.
 */
export function moveBefore<Item extends PlacedFavorite>(
  list: Item[],
  item: Item,
  successor: Item | null,
): Item[] {
  list.splice(list.indexOf(item), 1)
  const index = successor === null ? list.length : list.indexOf(successor)
  const place = placeBetween(list[index - 1], list[index])
  list.splice(index, 0, place === null ? item : { ...item, place })
  if (place !== null) return [list[index]!]
  const firstPlace = placeOf(list[0]!)
  list.forEach((favorite, i) => {
    list[i] = { ...favorite, place: firstPlace - i * PLACES_PER_GAP }
  })
  return list
}

/** The middle of both places; null when no integer lies between them. */
function placeBetween(
  predecessor: PlacedFavorite | undefined,
  successor: PlacedFavorite | undefined,
): number | null {
  if (predecessor === undefined) return successor === undefined ? 0 : placeOf(successor) + PLACES_PER_GAP
  if (successor === undefined) return placeOf(predecessor) - PLACES_PER_GAP
  const middle = Math.floor((placeOf(predecessor) + placeOf(successor)) / 2)
  return middle > placeOf(successor) && middle < placeOf(predecessor) ? middle : null
}
