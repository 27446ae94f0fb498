/** Number of places between avatars saved one millisecond apart. */
const PLACES_PER_MS = 1024

/**
 * Distance between neighbours after renumbering. An avatar can be moved between the same two 20 times, halving the gap.
 */
const STEP = 2 ** 20

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
export function compareOwn(a: PlacedFavorite, b: PlacedFavorite): number {
  return placeOf(b) - placeOf(a) || b.savedAtMs - a.savedAtMs || b.avatarKey - a.avatarKey
}

/**
 * Moves an item of a list in own order directly before another one; null moves it to the end. Changes the list in
 * place.
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
  const first = placeOf(list[0]!)
  list.forEach((each, i) => {
    list[i] = { ...each, place: first - i * STEP }
  })
  return list
}

/** The middle of both places; null when no integer lies between them. */
function placeBetween(above: PlacedFavorite | undefined, below: PlacedFavorite | undefined): number | null {
  if (above === undefined) return below === undefined ? 0 : placeOf(below) + STEP
  if (below === undefined) return placeOf(above) - STEP
  const middle = Math.floor((placeOf(above) + placeOf(below)) / 2)
  return middle > placeOf(below) && middle < placeOf(above) ? middle : null
}
