import { clearWhere, hasBit } from './bitset.ts'
import { type Dictionary, isDense } from './dictionary.ts'
import type { DocSetCache } from './doc-set-cache.ts'
import type { DocSetMemory } from './doc-set-memory.ts'
import type { ForwardIndex } from './forward.ts'
import { keepByList } from './keep.ts'
import type { WordPairs } from './pairs.ts'
import type { Source } from './segment.ts'
import { byRarity, LazySource, listOf, ReadySource } from './sources.ts'

/** `Source.testCost` of a phrase. It is low because making its set also tests documents. */
const PHRASE_TEST_COST = 4
/** The same of a pair, which is high because its set is read without testing documents. */
const PAIR_TEST_COST = 1000
/** Testing one document costs as much as reading this many of a list, because its tokens are elsewhere in memory. */
const DOCUMENT_TEST_COST = 50

export interface PhraseIndex {
  docCount: number
  words: Dictionary
  pairs: WordPairs
  forward: ForwardIndex
  cache: DocSetCache
  memory: DocSetMemory
  allDocs: Source
}

/**
 * Documents with consecutive words in one field; null when there are none. A pair has an index of its own. For other
 * phrases, the documents of the rarest word or pair are tested.
 */
export function phraseSource(index: PhraseIndex, keys: readonly number[]): Source | null {
  const pairs = keys.slice(1).map((key, i) => index.pairs.find(keys[i]!, key))
  if (pairs.some(pair => pair !== -1 && index.pairs.bytesIn(pair, pair + 1) === 0)) return null
  const wordSources = [...new Set(keys)].map(key => index.words.source(key))
  const pairSources = pairs.filter(pair => pair !== -1).map(pair => pairSource(index, pair))
  const rarestSource = [...wordSources, ...pairSources].sort(byRarity)[0] ?? index.allDocs
  const tokenBytes = index.forward.tokenBytes(keys)
  const occursIn = (doc: number): boolean => index.forward.hasTokenBytes(doc, tokenBytes, 'description')
  const isPair = keys.length === 2 && pairSources.length === 1
  const name = `phrase ${keys.join(' ')}`
  return new LazySource(
    {
      size: rarestSource.size,
      isDense: rarestSource.isDense,
      test: index.cache.has(name) ? null : occursIn,
      testCost: isPair ? PAIR_TEST_COST : PHRASE_TEST_COST,
      supersets: rarestSource.isDense ? wordSources.map(word => word.bits()!) : [],
    },
    () =>
      index.cache.get(name, () =>
        isPair
          ? (rarestSource.bits() ?? rarestSource.list()!)
          : docsWithPhrase(index, rarestSource, wordSources, occursIn),
      ),
  )
}

function pairSource({ docCount, words, pairs, memory }: PhraseIndex, pair: number): Source {
  const size = pairs.bytesIn(pair, pair + 1)
  const isBitset = isDense(size, docCount)
  const traits = { size, isDense: isBitset, test: null, testCost: 0 }
  return new LazySource(traits, () => {
    if (isBitset) {
      const bits = memory.allocate(words.bitsetLength)
      pairs.addTo(bits, pair, pair + 1)
      return bits
    }
    const list = memory.allocate(size)
    return list.subarray(0, pairs.read(pair, list))
  })
}

/** The documents with the phrase; only those that have all of its words are tested. */
function docsWithPhrase(
  { memory }: PhraseIndex,
  rarestSource: Source,
  wordSources: readonly Source[],
  occursIn: (doc: number) => boolean,
): Uint32Array {
  const bitsets = wordSources.map(word => word.bits()).filter(bits => bits !== null)
  const hasPhrase = (doc: number): boolean => {
    for (let i = 0; i < bitsets.length; i++) if (!hasBit(bitsets[i]!, doc)) return false
    return occursIn(doc)
  }
  const rarestBits = rarestSource.bits()
  if (rarestBits === null)
    return keepInLists(memory.copyOf(listOf(rarestSource)), rarestSource, wordSources).filter(hasPhrase)
  const bits = memory.copyOf(rarestBits)
  clearWhere(bits, bits.length, doc => !hasPhrase(doc))
  return bits
}

/** Removes documents in place that lack a word whose list is cheaper to read than testing the documents. */
function keepInLists(docs: Uint32Array, rarestSource: Source, wordSources: readonly Source[]): Uint32Array {
  let n = docs.length
  for (const word of wordSources) {
    if (word === rarestSource || word.isDense || n * DOCUMENT_TEST_COST < word.size) continue
    n = keepByList(docs, n, listOf(word), true)
  }
  return docs.subarray(0, n)
}

export function allDocsSource(docCount: number, length: number): Source {
  return new ReadySource(new Uint32Array(length).fill(0xffffffff), docCount, true)
}
