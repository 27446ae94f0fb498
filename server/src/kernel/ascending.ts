import { pushVarint, VarintReader } from './varint.ts'

/** Packs ascending integers as the differences between neighbours, each a varint. */
export function packAscending(numbers: Iterable<number>): Uint8Array {
  const bytes: number[] = []
  let previousNumber = 0
  for (const number of numbers) {
    pushVarint(bytes, number - previousNumber)
    previousNumber = number
  }
  return Uint8Array.from(bytes)
}

/** The inverse of `packAscending`. */
export function unpackAscending(bytes: Uint8Array): number[] {
  const reader = new VarintReader(bytes)
  const numbers: number[] = []
  for (let number = 0; !reader.isAtEnd; numbers.push(number)) number += reader.number()
  return numbers
}
