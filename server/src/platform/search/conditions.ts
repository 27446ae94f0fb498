import { PLATFORMS, RATINGS } from '@avatary/contract/avatar'
import type { AuthorFilter, Condition } from '../../avatars/index.ts'
import {
  addBits,
  bitsetLength,
  clearBits,
  countBits,
  dropBits,
  keepBits,
  setBits,
  setRange,
} from './bitset.ts'
import { isDense } from './dictionary.ts'
import { keepByBits, keepSource, sparseDocs } from './keep.ts'
import type { SearchField, Segment, Source } from './segment.ts'
import { byRarity, LazySource, membershipCost, membershipTest, mergeSorted, ReadySource } from './sources.ts'
import { splitsOf } from './splits.ts'

/** Numbers of bitsets that are combined in the time that one document of a list takes. */
const NUMBERS_PER_DOCUMENT = 8

type AnyCondition = Extract<Condition, { kind: 'any' }>

/**
 * The documents that fulfil a condition; null when no document can. A group is evaluated to a set in the segment's
 * scratch space: lazily when it is only about words, otherwise at once.
 */
export function conditionSource(
  segment: Segment,
  condition: Condition,
  upToField: SearchField,
): Source | null {
  const innerSource = (inner: Condition) => conditionSource(segment, inner, upToField)
  switch (condition.kind) {
    case 'word':
      return segment.word(condition.word, upToField)
    case 'prefix':
      return segment.prefix(condition.prefix, upToField)
    case 'phrase':
      return segment.phrase(condition.tokens, upToField)
    case 'split':
      return splitSource(segment, condition.word, upToField)
    case 'tag':
      return includesTags(upToField) ? segment.tag(condition.tag) : null
    case 'author':
      return authorSource(segment, condition.author)
    case 'platform':
      return segment.platform(PLATFORMS.indexOf(condition.platform))
    case 'performance':
      return performanceSource(segment, condition)
    case 'range':
      return segment.range(condition.column, condition.range)
    case 'all':
      return intersectionOf(segment, condition.of.map(innerSource))
    case 'any':
      return anySource(segment, condition, upToField)
    case 'not':
      return complementOf(segment, innerSource(condition.of))
  }
}

/** False while words are searched only in name and author: a tag that the text names is then not searched, either. */
function includesTags(upToField: SearchField): boolean {
  return upToField === 'tags' || upToField === 'description'
}

function splitSource(segment: Segment, word: string, upToField: SearchField): Source | null {
  const splits = splitsOf(word, part => segment.hasWord(part))
  const sources = splits.map(tokens => segment.phrase(tokens, upToField)).filter(source => source !== null)
  return cachedUnion(segment, sources, `split ${word} ${upToField}`)
}

/**
 * Documents that fulfil at least one of several conditions. The set is cached when the conditions depend only on words
 * and tags.
 */
function anySource(segment: Segment, { of }: AnyCondition, upToField: SearchField): Source | null {
  const sources = of
    .map(inner => conditionSource(segment, inner, upToField))
    .filter(source => source !== null)
  if (sources.length <= 1) return sources[0] ?? null
  if (!of.every(isAboutWordsOrTags)) return unionOf(segment, sources)
  return cachedUnion(segment, sources, `any ${JSON.stringify(of)} ${upToField}`)
}

function isAboutWordsOrTags(condition: Condition): boolean {
  switch (condition.kind) {
    case 'word':
    case 'prefix':
    case 'phrase':
    case 'split':
    case 'tag':
      return true
    case 'any':
    case 'all':
      return condition.of.every(isAboutWordsOrTags)
    default:
      return false
  }
}

/**
 * A union that is made on demand and cached by name. When few documents are to be tested, each is tested on the sources
 * instead.
 */
function cachedUnion(segment: Segment, sources: readonly Source[], name: string): Source | null {
  if (sources.length <= 1) return sources[0] ?? null
  const size = Math.min(
    segment.size,
    sources.reduce((sum, source) => sum + source.size, 0),
  )
  const isBitset = isDenseUnion(segment, sources, size)
  const test = segment.isCached(name) ? null : unionTest(sources)
  const testCost = sources.reduce((sum, source) => sum + membershipCost(source), 0)
  const makeCost = sources.reduce((sum, source) => sum + costToAdd(segment, source), 0)
  return new LazySource({ size, isDense: isBitset, test, testCost, makeCost }, () =>
    segment.cachedSet(name, () => (isBitset ? unionBits(segment, sources) : unionList(segment, sources))),
  )
}

/** Cost of adding a source to a union, in the unit of `Source.makeCost`. */
function costToAdd(segment: Segment, { test, isDense, size, makeCost }: Source): number {
  if (test !== null) return makeCost
  return isDense ? bitsetLength(segment.size) / NUMBERS_PER_DOCUMENT : size
}

/** Tests the cheapest sources first. */
function unionTest(sources: readonly Source[]): (doc: number) => boolean {
  const fastestFirst = sources.toSorted((a, b) => membershipCost(a) - membershipCost(b))
  const tests = fastestFirst.map(membershipTest)
  return doc => tests.some(test => test(doc))
}

export function authorSource(segment: Segment, author: AuthorFilter): Source | null {
  switch (author.kind) {
    case 'id':
      return segment.authorId(author.id)
    case 'name':
      return segment.authorName(author.foldedName)
    case 'id-or-name':
      return unionOf(segment, [segment.authorName(author.foldedName), segment.authorId(author.id)])
  }
}

const NO_DOCS = new Uint32Array(0)
const RATING_BITS = 3
const PACKED_RATINGS_COUNT = 1 << (RATING_BITS * PLATFORMS.length)

function performanceSource(
  segment: Segment,
  { platform, ratings }: Extract<Condition, { kind: 'performance' }>,
): Source | null {
  const platforms = platform === null ? PLATFORMS : [platform]
  const acceptedCodes = ratings.map(rating => RATINGS.indexOf(rating) + 1)
  const isAccepted = Uint8Array.from({ length: PACKED_RATINGS_COUNT }, (_, packed) => {
    const ratingOn = (index: number) => (packed >> (RATING_BITS * index)) & ((1 << RATING_BITS) - 1)
    return Number(platforms.some(name => acceptedCodes.includes(ratingOn(PLATFORMS.indexOf(name)))))
  })
  return segment.performance(`${platform} ${acceptedCodes.toSorted()}`, isAccepted)
}

/** The documents of any of the sources; null when there are none. */
export function unionOf(segment: Segment, sources: readonly (Source | null)[]): Source | null {
  const existingSources = sources.filter(source => source !== null)
  if (existingSources.length <= 1) return existingSources[0] ?? null
  const size = existingSources.reduce((sum, source) => sum + source.size, 0)
  if (isDenseUnion(segment, existingSources, size))
    return new ReadySource(unionBits(segment, existingSources), Math.min(size, segment.size), true)
  const docs = unionList(segment, existingSources)
  return new ReadySource(docs, docs.length, false)
}

function isDenseUnion(segment: Segment, sources: readonly Source[], size: number): boolean {
  return sources.some(source => source.isDense) || isDense(size, segment.size)
}

function unionList(segment: Segment, sources: readonly Source[]): Uint32Array {
  let docs: Uint32Array = NO_DOCS
  for (const source of sources) {
    const otherDocs = sparseDocs(segment, source)
    docs = mergeSorted(docs, otherDocs, segment.allocate(docs.length + otherDocs.length))
  }
  return docs
}

function unionBits(segment: Segment, sources: readonly Source[]): Uint32Array {
  const length = bitsetLength(segment.size)
  const bits = segment.allocate(length)
  for (const source of sources) {
    const denseBits = source.bits()
    if (denseBits !== null) addBits(bits, denseBits, length)
    else setBits(bits, sparseDocs(segment, source))
  }
  return bits
}

/** The documents that all sources have in common; null when there are none. */
export function intersectionOf(segment: Segment, sources: readonly (Source | null)[]): Source | null {
  const sortedSources = sources.filter(source => source !== null).sort(byRarity)
  const [rarestSource, ...otherSources] = sortedSources
  if (sortedSources.length < sources.length) return null
  if (rarestSource === undefined) return complementOf(segment, null)
  if (rarestSource.isDense)
    return new ReadySource(intersectionBits(segment, sortedSources), rarestSource.size, true)
  const docs = segment.copyOf(sparseDocs(segment, rarestSource))
  let n = docs.length
  for (const source of otherSources) n = keepSource(segment, docs, n, source, true)
  return n === 0 ? null : new ReadySource(docs.subarray(0, n), n, false)
}

/** Number of listed documents that all given sources contain. */
export function countListedIn(segment: Segment, sources: readonly (Source | null)[]): number {
  const sortedSources = sources.filter(source => source !== null).sort(byRarity)
  const [rarestSource, ...otherSources] = sortedSources
  if (sortedSources.length < sources.length) return 0
  if (rarestSource === undefined) return segment.listedCount
  if (rarestSource.isDense) {
    const length = bitsetLength(segment.size)
    const bits = segment.scratchBits[0]
    bits.set(segment.listedBits.subarray(0, length))
    for (const source of sortedSources) keepBits(bits, source.bits()!, length)
    return countBits(bits, length)
  }
  const docs = segment.scratchLists[0]
  let n = keepByBits(docs, rarestSource.read(docs), segment.listedBits, true)
  for (const source of otherSources) n = keepSource(segment, docs, n, source, true)
  return n
}

function intersectionBits(segment: Segment, sources: readonly Source[]): Uint32Array {
  const length = bitsetLength(segment.size)
  const bits = segment.copyOf(sources[0]!.bits()!.subarray(0, length))
  for (const source of sources.slice(1)) keepBits(bits, source.bits()!, length)
  return bits
}

function complementOf(segment: Segment, source: Source | null): Source {
  const length = bitsetLength(segment.size)
  const denseBits = source?.bits() ?? null
  const bits = segment.allocate(length)
  setRange(bits, 0, segment.size)
  if (denseBits !== null) dropBits(bits, denseBits, length)
  else if (source !== null) clearBits(bits, sparseDocs(segment, source))
  return new ReadySource(bits, segment.size, true)
}
