/** Places between two avatars that were saved a millisecond apart. */
const PLACES_A_MS = 1024

/** Between neighbours after all places were given anew: room for 20 more between them, each halving the rest. */
const STEP = 2 ** 20

export interface Placed {
  readonly avatarKey: number
  readonly savedAtMs: number
  readonly place: number | null
}

/** The number by which a person's own order is made: the greatest comes first, so that new favorites do. */
function placeOf({ place, savedAtMs }: Pick<Placed, 'place' | 'savedAtMs'>): number {
  return place ?? savedAtMs * PLACES_A_MS
}

/** Orders equal places newest saved first. */
export function compareOwn(a: Placed, b: Placed): number {
  return placeOf(b) - placeOf(a) || b.savedAtMs - a.savedAtMs || b.avatarKey - a.avatarKey
}

/**
 * Moves an item of a list in own order directly before another one, in the list itself; null puts it last.
 *
 * @returns the items that got another place, as new objects that stand in the list instead.
 */
export function moveBefore<Item extends Placed>(list: Item[], item: Item, before: Item | null): Item[] {
  list.splice(list.indexOf(item), 1)
  const index = before === null ? list.length : list.indexOf(before)
  const place = placeBetween(list[index - 1], list[index])
  list.splice(index, 0, place === null ? item : { ...item, place })
  if (place !== null) return [list[index]!]
  const first = placeOf(list[0]!)
  list.forEach((each, i) => {
    list[i] = { ...each, place: first - i * STEP }
  })
  return list
}

/** Null when there is no whole number between the two. */
function placeBetween(above: Placed | undefined, below: Placed | undefined): number | null {
  if (above === undefined) return below === undefined ? 0 : placeOf(below) + STEP
  if (below === undefined) return placeOf(above) - STEP
  const middle = Math.floor((placeOf(above) + placeOf(below)) / 2)
  return middle > placeOf(below) && middle < placeOf(above) ? middle : null
}
