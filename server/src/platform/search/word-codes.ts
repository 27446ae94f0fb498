import { sharedUint32 } from './shared.ts'

/** Codes below these take one and two bytes in the forward index, which stores code + 1. */
const ONE_BYTE_CODES = 127
const TWO_BYTE_CODES = 16383

/**
 * The words in the order of their codes. The most frequent ones have the shortest codes, which keeps the forward index
 * small.
 * @param counts number of documents of each word.
 */
export function wordsByCode(counts: Uint32Array): Uint32Array {
  const sortedCounts = counts.toSorted()
  const isAmongMostFrequent = (limit: number): ((word: number) => boolean) => {
    const bound = sortedCounts[counts.length - limit - 1] ?? 0
    return word => counts[word]! > bound
  }
  const [hasOneByte, hasTwoBytes] = [isAmongMostFrequent(ONE_BYTE_CODES), isAmongMostFrequent(TWO_BYTE_CODES)]
  const words = sharedUint32(counts.length)
  let code = 0
  for (let word = 0; word < counts.length; word++) if (hasOneByte(word)) words[code++] = word
  for (let word = 0; word < counts.length; word++)
    if (!hasOneByte(word) && hasTwoBytes(word)) words[code++] = word
  for (let word = 0; word < counts.length; word++) if (!hasTwoBytes(word)) words[code++] = word
  return words
}

export function codesOf(wordOfCode: Uint32Array): Uint32Array {
  const codes = sharedUint32(wordOfCode.length)
  for (let code = 0; code < codes.length; code++) codes[wordOfCode[code]!] = code
  return codes
}
