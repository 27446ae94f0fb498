import { clearWhere, hasBit } from './bitset.ts'
import { type Dictionary, isDense } from './dictionary.ts'
import type { Forward } from './forward.ts'
import { keepByList } from './keep.ts'
import type { Pairs } from './pairs.ts'
import type { Source } from './segment.ts'
import type { SetCache } from './set-cache.ts'
import type { SetMemory } from './set-memory.ts'
import { byRarity, LazySource, listOf, ReadySource } from './sources.ts'

/** `Source.testCost` of a phrase. It is low because making its set also tests documents. */
const PHRASE_TEST_COST = 4
/** That of a pair, which is high because its set is read without testing documents. */
const PAIR_TEST_COST = 1000
/** Testing one document costs as much as reading this many of a list, because its tokens are elsewhere in memory. */
const DOCUMENT_TEST_COST = 50

export interface PhraseIndex {
  docs: number
  words: Dictionary
  pairs: Pairs
  forward: Forward
  cache: SetCache
  memory: SetMemory
  all: Source
}

/**
 * Documents with consecutive words in one field; null when there are none. A pair has an index of its own. For other
 * phrases, the documents of the rarest word or pair are tested.
 */
export function phraseSource(index: PhraseIndex, keys: readonly number[]): Source | null {
  const pairs = keys.slice(1).map((key, i) => index.pairs.find(keys[i]!, key))
  if (pairs.some(pair => pair !== -1 && index.pairs.bytesIn(pair, pair + 1) === 0)) return null
  const words = [...new Set(keys)].map(key => index.words.source(key))
  const pairSources = pairs.filter(pair => pair !== -1).map(pair => pairSource(index, pair))
  const rarestSource = [...words, ...pairSources].sort(byRarity)[0] ?? index.all
  const row = index.forward.row(keys)
  const occursIn = (doc: number): boolean => index.forward.hasRow(doc, row, 'description')
  const isPair = keys.length === 2 && pairSources.length === 1
  const name = `phrase ${keys.join(' ')}`
  return new LazySource(
    {
      size: rarestSource.size,
      isDense: rarestSource.isDense,
      holds: index.cache.has(name) ? null : occursIn,
      testCost: isPair ? PAIR_TEST_COST : PHRASE_TEST_COST,
      within: rarestSource.isDense ? words.map(word => word.bits()!) : [],
    },
    () =>
      index.cache.get(name, () =>
        isPair ? setOf(rarestSource) : docsWithPhrase(index, rarestSource, words, occursIn),
      ),
  )
}

function pairSource({ docs, words, pairs, memory }: PhraseIndex, pair: number): Source {
  const size = pairs.bytesIn(pair, pair + 1)
  const isBits = isDense(size, docs)
  const traits = { size, isDense: isBits, holds: null, testCost: 0 }
  return new LazySource(traits, () => {
    if (isBits) {
      const bits = memory.lend(words.bitsetLength)
      pairs.addTo(bits, pair, pair + 1)
      return bits
    }
    const list = memory.lend(size)
    return list.subarray(0, pairs.read(pair, list))
  })
}

function setOf(source: Source): Uint32Array {
  return source.bits() ?? source.list()!
}

/** The documents with the phrase; only those that have all of its words are tested. */
function docsWithPhrase(
  { memory }: PhraseIndex,
  rarestSource: Source,
  words: readonly Source[],
  occursIn: (doc: number) => boolean,
): Uint32Array {
  const denseBits = words.map(word => word.bits()).filter(bits => bits !== null)
  const hasPhrase = (doc: number): boolean => {
    for (let i = 0; i < denseBits.length; i++) if (!hasBit(denseBits[i]!, doc)) return false
    return occursIn(doc)
  }
  const rarestBits = rarestSource.bits()
  if (rarestBits === null)
    return inShortLists(memory.copyOf(listOf(rarestSource)), rarestSource, words).filter(hasPhrase)
  const bits = memory.copyOf(rarestBits)
  clearWhere(bits, bits.length, doc => !hasPhrase(doc))
  return bits
}

/** Removes in place documents that lack a word whose list is cheaper to read than the documents are to test. */
function inShortLists(docs: Uint32Array, rarestSource: Source, words: readonly Source[]): Uint32Array {
  let n = docs.length
  for (const word of words) {
    if (word === rarestSource || word.isDense || n * DOCUMENT_TEST_COST < word.size) continue
    n = keepByList(docs, n, listOf(word), true)
  }
  return docs.subarray(0, n)
}

export function allDocs(docs: number, words: number): Source {
  return new ReadySource(new Uint32Array(words).fill(0xffffffff), docs, true)
}
