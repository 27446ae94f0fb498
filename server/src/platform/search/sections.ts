import { keysOf } from '@avatary/contract/records'
import { cellsFor } from '../../kernel/hash-table.ts'
import { bitsetLength } from './bitset.ts'
import {
  type Counts,
  type NumberArray,
  sharedBytes,
  sharedFloat64,
  sharedUint16,
  sharedUint32,
} from './shared.ts'

/** The base of an index as plain arrays by name, so that it can be written to a file and read again. */
export type IndexSections = Record<string, NumberArray>

/** Counts are in 32 bits or, when one of them does not fit, in 64. */
function sharedCounts(length: number): Counts {
  return sharedUint32(length)
}

type Allocate = (length: number) => NumberArray
type ArraysOf<Parts extends Record<string, Allocate>> = { [Name in keyof Parts]: ReturnType<Parts[Name]> }

/** A dictionary of sorted keys, with the documents of each. */
const DICTIONARY_PARTS = {
  /** The sorted keys, concatenated. */
  bytes: sharedBytes,
  /** Offsets of the keys, followed by the end of the last. */
  offsets: sharedUint32,
  /** Documents of each sparse key, encoded as gaps. */
  postings: sharedBytes,
  /** Offsets of each key's documents in `postings`; empty for a dense key. */
  postingOffsets: sharedUint32,
  /** Indexes of the dense keys, in ascending order. */
  denseKeys: sharedUint32,
  /** Number of documents of each dense key. */
  denseCounts: sharedUint32,
  /** One bitset per dense key, concatenated. */
  denseBits: sharedUint32,
}
export type DictionarySections = ArraysOf<typeof DICTIONARY_PARTS>

const DICTIONARIES = ['words', 'tags', 'authorIds', 'authorNames'] as const
export type DictionaryName = (typeof DICTIONARIES)[number]

/**
 * All arrays of a base segment, by the names of their sections in a snapshot. Documents are numbered in the order
 * (addedAt, id).
 */
const PARTS = {
  /** Format version and number of documents. */
  meta: sharedUint32,
  slots: sharedUint32,
  /** In milliseconds. */
  addedAt: sharedFloat64,
  /** In milliseconds; `-Infinity` when unknown. */
  updatedAt: sharedFloat64,
  /** Four 32-bit numbers per document: the UUID of its id. */
  ids: sharedUint32,
  /** Hash table that finds a document by its id; a cell is 0 or the document + 1. */
  idTable: sharedUint32,
  /** One bitset for each of the three platforms. */
  platforms: sharedUint32,
  /** Ratings of each document, see `IndexDocument.performance`. */
  performance: sharedUint16,
  /** Bits of the listed documents. */
  listed: sharedUint32,
  views: sharedCounts,
  likes: sharedCounts,
  /** Documents by views, then likes, then newest first. */
  popularOrder: sharedUint32,
  /** Documents by `scoreOf`, highest first. */
  scoreOrder: sharedUint32,
  /** Documents by updatedAt, newest first. */
  updatedOrder: sharedUint32,
  nameBytes: sharedBytes,
  nameOffsets: sharedUint32,
  /** The key of each document's name: its rank among the distinct names, whose bytes `nameOffsets` delimits. */
  nameKeys: sharedUint32,
  nameOrder: sharedUint32,
  /**
   * For each document, as varints: field counts and number of tags (`forwardHead`), tags, then code + 1 of each token.
   * A 0 separates fields; two zeros precede the description, which is last.
   */
  forward: sharedBytes,
  forwardOffsets: sharedUint32,
  /** Bits of the documents that have a description. */
  described: sharedUint32,
  /** The word of each code in `forward`. */
  wordOfCode: sharedUint32,
  /** Documents of each pair of consecutive dense words, see `pairs.ts`. */
  pairPostings: sharedBytes,
  pairOffsets: sharedUint32,
  /** Documents of each word in names, and of each word in authors' names, see `field-words.ts`. */
  nameWordPostings: sharedBytes,
  nameWordOffsets: sharedUint32,
  creatorWordPostings: sharedBytes,
  creatorWordOffsets: sharedUint32,
  /** Bits of the words that are `extraWords` of some document; `forward` does not contain those. */
  extraWords: sharedUint32,
  /**
   * Author of each document: an index into `authorIds`, or the length of that plus an index into `authorNames`, or
   * `NOBODY`.
   */
  creatorOf: sharedUint32,
}

export interface BaseSections extends ArraysOf<typeof PARTS> {
  dictionaries: Record<DictionaryName, DictionarySections>
}

/** Raise it when the meaning of any section or the order of documents changes. */
export const FORMAT_VERSION = 8
export const NOBODY = 0xffffffff

/** Parts that have one element even in an empty index: offsets begin with a 0, and a hash table has a free cell. */
const NEVER_EMPTY_PARTS: readonly string[] = [
  'idTable',
  'nameOffsets',
  'forwardOffsets',
  'pairOffsets',
  'nameWordOffsets',
  'creatorWordOffsets',
  'offsets',
  'postingOffsets',
]

export function emptySections(): BaseSections {
  const base = mapParts((part, allocate) => allocate(NEVER_EMPTY_PARTS.includes(part) ? 1 : 0))
  return { ...base, meta: Uint32Array.of(FORMAT_VERSION, 0) }
}

/** Flattens a base into sections with names such as `words.offsets`. */
export function toSections({ dictionaries, ...parts }: BaseSections): IndexSections {
  const sections: IndexSections = { ...parts }
  for (const name of DICTIONARIES) {
    for (const [part, array] of Object.entries(dictionaries[name])) sections[`${name}.${part}`] = array
  }
  return sections
}

/**
 * Makes a base from sections, which are copied to shared memory if they are not there yet.
 * @throws when a section is missing, of the wrong type, or does not fit the others.
 */
export function fromSections(sections: IndexSections): BaseSections {
  const base = mapParts((part, allocate, dictionary) =>
    sharedSection(sections, dictionary === undefined ? part : `${dictionary}.${part}`, allocate),
  )
  checkSections(base)
  return base
}

/** Makes a base by calling `make` for each of its arrays. */
function mapParts(
  make: (part: string, allocate: Allocate, dictionary?: DictionaryName) => ReturnType<Allocate>,
): BaseSections {
  const parts = (allocators: Record<string, Allocate>, dictionary?: DictionaryName) =>
    Object.fromEntries(
      Object.entries(allocators).map(([part, allocate]) => [part, make(part, allocate, dictionary)]),
    )
  const dictionaries = Object.fromEntries(
    DICTIONARIES.map(dictionary => [dictionary, parts(DICTIONARY_PARTS, dictionary)]),
  )
  return { ...parts(PARTS), dictionaries } as unknown as BaseSections
}

function sharedSection(sections: IndexSections, name: string, allocate: Allocate): ReturnType<Allocate> {
  const section = sections[name]
  if (section === undefined) throw new Error(`The index has no section ${name}`)
  const make = allocate === sharedCounts && section instanceof Float64Array ? sharedFloat64 : allocate
  const expected = make(0)
  if (
    section.constructor !== expected.constructor &&
    !(section instanceof Uint8Array && expected instanceof Uint8Array)
  )
    throw new Error(`Section ${name} of the index is not a ${expected.constructor.name}`)
  if (section.buffer instanceof SharedArrayBuffer) return section as typeof expected
  const copy = make(section.length)
  copy.set(section)
  return copy
}

/** Pairs of an offsets section and the section that it divides. */
const DIVIDED_SECTIONS = [
  ['nameOffsets', 'nameBytes'],
  ['forwardOffsets', 'forward'],
  ['pairOffsets', 'pairPostings'],
  ['nameWordOffsets', 'nameWordPostings'],
  ['creatorWordOffsets', 'creatorWordPostings'],
] as const

const PERMUTATION_SECTIONS = [
  'slots',
  'wordOfCode',
  'popularOrder',
  'scoreOrder',
  'updatedOrder',
  'nameOrder',
] as const

/** Checks that lengths agree, offsets ascend to the end of the array that they divide, and numbers are in range. */
function checkSections(base: BaseSections): void {
  if (base.meta.length !== 2 || base.meta[0] !== FORMAT_VERSION)
    throw new Error(`The index is of format ${base.meta[0]}, not ${FORMAT_VERSION}`)
  const docCount = base.meta[1]!
  const length = bitsetLength(docCount)
  const wordCount = base.dictionaries.words.offsets.length - 1
  const lengths = {
    slots: docCount,
    addedAt: docCount,
    updatedAt: docCount,
    ids: docCount * 4,
    idTable: cellsFor(docCount),
    platforms: length * 3,
    performance: docCount,
    listed: length,
    views: docCount,
    likes: docCount,
    popularOrder: docCount,
    scoreOrder: docCount,
    updatedOrder: docCount,
    nameKeys: docCount,
    nameOrder: docCount,
    forwardOffsets: docCount + 1,
    described: length,
    creatorOf: docCount,
    wordOfCode: wordCount,
    pairOffsets: base.dictionaries.words.denseKeys.length ** 2 + 1,
    nameWordOffsets: wordCount + 1,
    creatorWordOffsets: wordCount + 1,
    extraWords: bitsetLength(wordCount),
  }
  for (const name of keysOf(lengths)) checkLength(name, base[name], lengths[name])
  for (const [offsets, divided] of DIVIDED_SECTIONS)
    checkOffsets(offsets, base[offsets], base[divided].length)
  for (const name of PERMUTATION_SECTIONS) checkPermutation(name, base[name])
  checkBelow('nameKeys', base.nameKeys, base.nameOffsets.length - 1)
  checkBelow('idTable', base.idTable, docCount + 1)
  for (const name of DICTIONARIES) checkDictionary(name, base.dictionaries[name], length)
  checkAuthors(base)
}

function checkDictionary(name: DictionaryName, dictionary: DictionarySections, length: number): void {
  checkOffsets(`${name}.offsets`, dictionary.offsets, dictionary.bytes.length)
  checkLength(`${name}.postingOffsets`, dictionary.postingOffsets, dictionary.offsets.length)
  checkOffsets(`${name}.postingOffsets`, dictionary.postingOffsets, dictionary.postings.length)
  checkBelow(`${name}.denseKeys`, dictionary.denseKeys, dictionary.offsets.length - 1)
  checkLength(`${name}.denseCounts`, dictionary.denseCounts, dictionary.denseKeys.length)
  checkLength(`${name}.denseBits`, dictionary.denseBits, dictionary.denseKeys.length * length)
}

function checkAuthors({ creatorOf, dictionaries }: BaseSections): void {
  const authorCount = dictionaries.authorIds.offsets.length + dictionaries.authorNames.offsets.length - 2
  for (const author of creatorOf) {
    if (author >= authorCount && author !== NOBODY)
      throw new Error(`Section creatorOf of the index holds ${author}`)
  }
}

function checkLength(name: string, array: ArrayLike<number>, length: number): void {
  if (array.length !== length)
    throw new Error(`Section ${name} of the index has ${array.length} entries, not ${length}`)
}

function checkOffsets(name: string, offsets: Uint32Array, end: number): void {
  let previous = 0
  for (let i = 0; i < offsets.length; i++) {
    if (offsets[i]! < previous) throw new Error(`Section ${name} of the index decreases at ${i}`)
    previous = offsets[i]!
  }
  if (offsets[0] !== 0 || previous !== end)
    throw new Error(`Section ${name} of the index does not end at ${end}`)
}

function checkBelow(name: string, array: Uint32Array, bound: number): void {
  for (let i = 0; i < array.length; i++) {
    if (array[i]! >= bound)
      throw new Error(`Section ${name} of the index holds ${array[i]}, not below ${bound}`)
  }
}

function checkPermutation(name: string, array: Uint32Array): void {
  checkBelow(name, array, array.length)
  const isSeen = new Uint8Array(array.length)
  for (let i = 0; i < array.length; i++) {
    if (isSeen[array[i]!] === 1) throw new Error(`Section ${name} of the index holds ${array[i]} twice`)
    isSeen[array[i]!] = 1
  }
}
