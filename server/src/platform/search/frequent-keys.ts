import { Dictionary } from './dictionary.ts'
import { keyBytes } from './key-bytes.ts'
import type { BaseSections } from './sections.ts'

/** For prefixes of one or two UTF-16 units, the keys of a dictionary with the most documents, in descending order. */
export type FrequentKeys = ReadonlyMap<string, readonly number[]>

/** Prefixes of fewer keys have no entry, because reading those keys takes microseconds. */
const MIN_KEYS = 512
const KEYS_PER_PREFIX = 64
const MAX_PREFIX_LENGTH = 2

export type SuggestedDictionary = 'words' | 'tags' | 'authorNames'

/** The lists of all dictionaries that suggestions come from. */
export function frequentKeys({
  dictionaries,
  slots,
}: BaseSections): Record<SuggestedDictionary, FrequentKeys> {
  const keysOf = (name: SuggestedDictionary): FrequentKeys => {
    const keysByPrefix = new Map<string, readonly number[]>()
    const dictionary = new Dictionary(dictionaries[name], slots.length)
    addPrefixes(dictionary, '', 0, dictionary.size, keysByPrefix)
    return keysByPrefix
  }
  return {
    words: keysOf('words'),
    tags: keysOf('tags'),
    authorNames: keysOf('authorNames'),
  }
}

/** Adds prefixes that are one unit longer than the given one, whose keys are `from` to `to - 1`. */
function addPrefixes(
  dictionary: Dictionary,
  prefix: string,
  from: number,
  to: number,
  keysByPrefix: Map<string, readonly number[]>,
): void {
  for (let key = from; key < to; ) {
    const text = dictionary.keyText(key)
    if (text.length === prefix.length) {
      key++
      continue
    }
    const beginning = text.slice(0, prefix.length + 1)
    const [start, end] = dictionary.range(keyBytes(beginning))
    key = end
    if (end - start < MIN_KEYS) continue
    keysByPrefix.set(beginning, dictionary.mostFrequent(start, end, KEYS_PER_PREFIX))
    if (beginning.length < MAX_PREFIX_LENGTH) addPrefixes(dictionary, beginning, start, end, keysByPrefix)
  }
}
