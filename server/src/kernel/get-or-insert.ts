interface Entries<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

/**
 * Returns the value of a key, making and inserting it if absent, like the future `Map.prototype.getOrInsertComputed`.
 */
export function getOrInsert<Key, Value>(entries: Entries<Key, Value>, key: Key, make: () => Value): Value {
  const existingValue = entries.get(key)
  if (existingValue !== undefined) return existingValue
  const newValue = make()
  entries.set(key, newValue)
  return newValue
}
