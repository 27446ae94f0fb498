/** `Object.keys` with its type, for an object that has no keys beyond those of its type. */
export function keysOf<Keyed extends object>(object: Keyed): (keyof Keyed & string)[] {
  return Object.keys(object) as (keyof Keyed & string)[]
}

/** Makes an object that has a value for each of the keys. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  make: (key: Key, index: number) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key, i) => [key, make(key, i)])) as Record<Key, Value>
}
