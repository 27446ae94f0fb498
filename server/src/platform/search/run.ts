import { bitsetLength, hasBit, setBit } from './bitset.ts'
import { byId } from './compare.ts'
import { DictionaryWriter } from './dictionary-writer.ts'
import { forwardHead } from './forward.ts'
import { DROPPED } from './merge-keys.ts'
import type { BaseSections, DictionarySections } from './sections.ts'
import { byteVec, columnLike, sharedUint32 } from './shared.ts'
import { byHighest } from './sort-documents.ts'
import { sortedKeys } from './sort-keys.ts'
import type { TailParts } from './tail-documents.ts'
import type { TailKeysParts } from './tail-keys.ts'
import { pushVarint } from './varint.ts'
import { codesOf, wordsByCode } from './word-codes.ts'

/** The sections that a merge reads; it derives the others from them. */
type RunSections = Pick<
  BaseSections,
  | 'slots'
  | 'addedAt'
  | 'updatedAt'
  | 'ids'
  | 'platforms'
  | 'performance'
  | 'listed'
  | 'views'
  | 'likes'
  | 'nameBytes'
  | 'nameOffsets'
  | 'nameKeys'
  | 'forward'
  | 'forwardOffsets'
  | 'described'
  | 'wordOfCode'
  | 'extraWords'
  | 'dictionaries'
>

/** Sorted documents and dictionaries, from which a merge makes a base. A base is itself a run. */
export interface Run {
  sections: RunSections
  /** Bits of the documents to leave out. */
  replaced: Uint32Array
}

/** The parts of a run that the words and tags of a base are made of. */
export type RunWords = Pick<RunSections, 'forward' | 'forwardOffsets' | 'wordOfCode' | 'extraWords'> &
  Pick<RunSections['dictionaries'], 'words' | 'tags'>

export function wordsOf({ sections }: Run): RunWords {
  const { forward, forwardOffsets, wordOfCode, extraWords, dictionaries } = sections
  return {
    forward,
    forwardOffsets,
    wordOfCode,
    extraWords,
    words: dictionaries.words,
    tags: dictionaries.tags,
  }
}

/** The other parts of a run. */
export type RunColumns = Omit<RunSections, keyof RunWords | 'dictionaries'> &
  Pick<RunSections['dictionaries'], 'authorIds' | 'authorNames'>

export function columnsOf({ sections }: Run): RunColumns {
  const { forward, forwardOffsets, wordOfCode, extraWords, dictionaries, ...columns } = sections
  return { ...columns, authorIds: dictionaries.authorIds, authorNames: dictionaries.authorNames }
}

interface SortedDictionary {
  dictionary: DictionarySections
  keys: Uint32Array
  counts: Uint32Array
}

/** Sorts the documents and keys of a tail. */
export function runOf(tail: TailParts): Run {
  const docs = sortedDocs(tail)
  const words = sortDictionary(tail.words, docs)
  const tags = sortDictionary(tail.tags, docs)
  const names = sortDictionary(tail.names, docs)
  const sections: RunSections = {
    slots: gather(tail.slots, docs),
    addedAt: gather(tail.addedAt, docs),
    updatedAt: gather(tail.updatedAt, docs),
    ids: gather(tail.ids, docs, 4),
    platforms: platformBits(tail.platforms, docs),
    performance: gather(tail.performance, docs),
    listed: gatherBits(tail.listed, docs),
    views: gather(tail.views, docs),
    likes: gather(tail.likes, docs),
    nameBytes: names.dictionary.bytes,
    nameOffsets: names.dictionary.offsets,
    nameKeys: placesOf(names.keys, gather(tail.names.keys, docs)),
    ...forwardOf(tail, docs, words, tags.keys),
    described: gatherBits(tail.described, docs),
    extraWords: extraWords(tail.extraWordKeys, words),
    dictionaries: {
      words: words.dictionary,
      tags: tags.dictionary,
      authorIds: sortDictionary(tail.authorIds, docs).dictionary,
      authorNames: sortDictionary(tail.authorNames, docs).dictionary,
    },
  }
  return { sections, replaced: new Uint32Array(bitsetLength(docs.length)) }
}

/** The documents that are not replaced, in the order (addedAt, id). */
function sortedDocs({ replaced, addedAt, ids }: TailParts): Uint32Array {
  const docs = byHighest(addedAt)
    .reverse()
    .filter(doc => !hasBit(replaced, doc))
  for (let start = 0, end = 0; start < docs.length; start = end) {
    while (end < docs.length && addedAt[docs[end]!] === addedAt[docs[start]!]) end++
    if (end > start + 1) docs.subarray(start, end).sort((a, b) => byId(ids, a, ids, b))
  }
  return docs
}

function sortDictionary(tail: TailKeysParts, docs: Uint32Array): SortedDictionary {
  const { starts, postings } = postingsOf(tail, docs)
  const out = new DictionaryWriter(docs.length)
  const keys = new Uint32Array(tail.offsets.length - 1).fill(DROPPED)
  for (const key of sortedKeys(tail)) {
    const docs = postings.subarray(starts[key]!, starts[key + 1]!)
    if (docs.length === 0) continue
    keys[key] = out.add(tail.bytes, tail.offsets[key]!, tail.offsets[key + 1]!, docs, docs.length)
  }
  return { dictionary: out.finish(), keys, counts: out.counts.view() }
}

/** The documents of each key by their new numbers, in ascending order. */
function postingsOf(
  { offsets, keys, keyEnds }: TailKeysParts,
  docs: Uint32Array,
): { starts: Uint32Array; postings: Uint32Array } {
  const starts = new Uint32Array(offsets.length)
  for (const doc of docs) for (let i = keyEnds[doc - 1] ?? 0; i < keyEnds[doc]!; i++) starts[keys[i]! + 1]!++
  for (let key = 1; key < starts.length; key++) starts[key]! += starts[key - 1]!
  const postings = new Uint32Array(starts.at(-1) ?? 0)
  const next = starts.slice()
  for (let number = 0; number < docs.length; number++) {
    const doc = docs[number]!
    for (let i = keyEnds[doc - 1] ?? 0; i < keyEnds[doc]!; i++) postings[next[keys[i]!]!++] = number
  }
  return { starts, postings }
}

/** The column's values for some documents, in their order. */
function gather<A extends Uint16Array | Uint32Array | Float64Array>(
  from: A,
  docs: Uint32Array,
  width = 1,
): A {
  const out = columnLike(from, docs.length * width)
  for (let at = 0; at < docs.length; at++)
    for (let i = 0; i < width; i++) out[at * width + i] = from[docs[at]! * width + i]!
  return out
}

/** Replaces each key by its new place. */
function placesOf(places: Uint32Array, keys: Uint32Array): Uint32Array {
  for (let i = 0; i < keys.length; i++) keys[i] = places[keys[i]!]!
  return keys
}

function gatherBits(from: Uint32Array, docs: Uint32Array): Uint32Array {
  const out = sharedUint32(bitsetLength(docs.length))
  for (let at = 0; at < docs.length; at++) if (hasBit(from, docs[at]!)) setBit(out, at)
  return out
}

/** Makes a bitset per platform from numbers in which each bit is a platform. */
function platformBits(platforms: Uint32Array, docs: Uint32Array): Uint32Array {
  const length = bitsetLength(docs.length)
  const out = sharedUint32(length * 3)
  for (let at = 0; at < docs.length; at++)
    for (let platform = 0; platform < 3; platform++)
      if (((platforms[docs[at]!]! >> platform) & 1) === 1) setBit(out, platform * length * 32 + at)
  return out
}

function forwardOf(
  tail: TailParts,
  docs: Uint32Array,
  words: SortedDictionary,
  tags: Uint32Array,
): Pick<RunSections, 'forward' | 'forwardOffsets' | 'wordOfCode'> {
  const wordOfCode = wordsByCode(words.counts)
  const codes = codesOf(wordOfCode)
  const out = byteVec(tail.tokens.length + 64)
  const offsets = sharedUint32(docs.length + 1)
  for (let number = 0; number < docs.length; number++) {
    const doc = docs[number]!
    const firstTag = tail.tags.keyEnds[doc - 1] ?? 0
    const lastTag = tail.tags.keyEnds[doc]!
    pushVarint(out, forwardHead(lastTag - firstTag, tail.fieldCounts[doc]!))
    for (let i = firstTag; i < lastTag; i++) pushVarint(out, tags[tail.tags.keys[i]!]!)
    for (let i = tail.tokenEnds[doc - 1] ?? 0; i < tail.tokenEnds[doc]!; i++) {
      const token = tail.tokens[i]!
      pushVarint(out, token === 0 ? 0 : codes[words.keys[token - 1]!]! + 1)
    }
    offsets[number + 1] = out.length
  }
  return { forward: out.trimmed(), forwardOffsets: offsets, wordOfCode }
}

function extraWords(extras: Uint32Array, { keys, counts }: SortedDictionary): Uint32Array {
  const out = sharedUint32(bitsetLength(counts.length))
  for (const word of extras) if (keys[word] !== DROPPED) setBit(out, keys[word]!)
  return out
}
