/** The keys of an object that has no others than those of its type. */
export function keysOf<Given extends object>(given: Given): (keyof Given & string)[] {
  return Object.keys(given) as (keyof Given & string)[]
}

/** An object that has a value for each of some keys. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  make: (key: Key, index: number) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key, i) => [key, make(key, i)])) as Record<Key, Value>
}
