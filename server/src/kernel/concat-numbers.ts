export function concatNumbers(first: Uint32Array, second: ArrayLike<number>): Uint32Array {
  const all = new Uint32Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}
