import { PLATFORMS, RATINGS } from '@avatary/contract/avatar'
import type { AuthorFilter, Condition } from '../../avatars/index.ts'
import { addBits, clearBits, countBits, dropBits, keepBits, setBits, setRange, wordsFor } from './bitset.ts'
import { isDense } from './dictionary.ts'
import { keepByBits, keepSource, sparseDocs } from './keep.ts'
import type { SearchField, Segment, Source } from './segment.ts'
import { byRarity, LazySource, membershipCost, membershipOf, mergeSorted, ReadySource } from './sources.ts'
import { splits } from './splits.ts'

type AnyCondition = Extract<Condition, { kind: 'any' }>

/**
 * The documents that fulfil a condition; null when no document can. A group is evaluated to a set in the segment's
 * scratch space: lazily when it is only about words, otherwise at once.
 */
export function conditionSource(segment: Segment, condition: Condition, upTo: SearchField): Source | null {
  const inner = (one: Condition) => conditionSource(segment, one, upTo)
  switch (condition.kind) {
    case 'word':
      return segment.word(condition.word, upTo)
    case 'prefix':
      return segment.prefix(condition.prefix, upTo)
    case 'phrase':
      return segment.phrase(condition.tokens, upTo)
    case 'joined':
      return joinedSource(segment, condition.word, upTo)
    case 'tag':
      return hasTags(upTo) ? segment.tag(condition.tag) : null
    case 'author':
      return authorSource(segment, condition.author)
    case 'platform':
      return segment.platform(PLATFORMS.indexOf(condition.platform))
    case 'performance':
      return performanceSource(segment, condition)
    case 'range':
      return segment.range(condition.column, condition.range)
    case 'all':
      return commonTo(segment, condition.of.map(inner))
    case 'any':
      return anySource(segment, condition, upTo)
    case 'not':
      return without(segment, inner(condition.of))
  }
}

/** False while words are searched only in name and creator: a tag that the text names is then not searched, either. */
function hasTags(upTo: SearchField): boolean {
  return upTo === 'tags' || upTo === 'description'
}

function joinedSource(segment: Segment, word: string, upTo: SearchField): Source | null {
  const ways = splits(word, part => segment.hasWord(part))
  const sources = ways.map(tokens => segment.phrase(tokens, upTo)).filter(one => one !== null)
  return cachedUnion(segment, sources, `joined ${word} ${upTo}`)
}

/**
 * Documents that fulfil at least one of several conditions. The set is cached when the conditions depend only on words
 * and tags.
 */
function anySource(segment: Segment, { of }: AnyCondition, upTo: SearchField): Source | null {
  const sources = of.map(one => conditionSource(segment, one, upTo)).filter(one => one !== null)
  if (sources.length <= 1) return sources[0] ?? null
  if (!of.every(isAboutWords)) return unionOf(segment, sources)
  return cachedUnion(segment, sources, `any ${JSON.stringify(of)} ${upTo}`)
}

function isAboutWords(condition: Condition): boolean {
  switch (condition.kind) {
    case 'word':
    case 'prefix':
    case 'phrase':
    case 'joined':
    case 'tag':
      return true
    case 'any':
    case 'all':
      return condition.of.every(isAboutWords)
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
  const isBits = isDenseUnion(segment, sources, size)
  const holds = segment.isCached(name) ? null : heldByAny(sources)
  const testCost = sources.reduce((sum, source) => sum + membershipCost(source), 0)
  const makeCost = sources.reduce((sum, source) => sum + costToAdd(segment, source), 0)
  return new LazySource({ size, isDense: isBits, holds, testCost, makeCost }, () =>
    segment.cachedSet(name, () => (isBits ? unionBits(segment, sources) : unionList(segment, sources))),
  )
}

/** Cost of adding a source to a union, in the unit of `Source.makeCost`. */
function costToAdd(segment: Segment, { holds, isDense, size, makeCost }: Source): number {
  if (holds !== null) return makeCost
  return isDense ? wordsFor(segment.size) / WORDS_PER_DOCUMENT : size
}

/** Tests the cheapest sources first. */
function heldByAny(sources: readonly Source[]): (doc: number) => boolean {
  const fastestFirst = sources.toSorted((a, b) => membershipCost(a) - membershipCost(b))
  const tests = fastestFirst.map(membershipOf)
  return doc => tests.some(has => has(doc))
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

/** Words of bitsets that are combined in the time that one document of a list takes. */
const WORDS_PER_DOCUMENT = 8
const NO_DOCS = new Uint32Array(0)
const RATING_BITS = 3
const PACKED_RATINGS = 1 << (RATING_BITS * PLATFORMS.length)

function performanceSource(
  segment: Segment,
  { platform, ratings }: Extract<Condition, { kind: 'performance' }>,
): Source | null {
  const platforms = platform === null ? PLATFORMS : [platform]
  const acceptedCodes = ratings.map(rating => RATINGS.indexOf(rating) + 1)
  const isAccepted = Uint8Array.from({ length: PACKED_RATINGS }, (_, packed) => {
    const ratingOn = (index: number) => (packed >> (RATING_BITS * index)) & ((1 << RATING_BITS) - 1)
    return Number(platforms.some(one => acceptedCodes.includes(ratingOn(PLATFORMS.indexOf(one)))))
  })
  return segment.performance(`${platform} ${acceptedCodes.toSorted()}`, isAccepted)
}

/** The documents of any of the sources; null when there are none. */
export function unionOf(segment: Segment, sources: readonly (Source | null)[]): Source | null {
  const existing = sources.filter(source => source !== null)
  if (existing.length <= 1) return existing[0] ?? null
  const size = existing.reduce((sum, source) => sum + source.size, 0)
  if (isDenseUnion(segment, existing, size))
    return new ReadySource(unionBits(segment, existing), Math.min(size, segment.size), true)
  const docs = unionList(segment, existing)
  return new ReadySource(docs, docs.length, false)
}

function isDenseUnion(segment: Segment, sources: readonly Source[], size: number): boolean {
  return sources.some(source => source.isDense) || isDense(size, segment.size)
}

function unionList(segment: Segment, sources: readonly Source[]): Uint32Array {
  let docs: Uint32Array = NO_DOCS
  for (const source of sources) {
    const others = sparseDocs(segment, source)
    docs = mergeSorted(docs, others, segment.lend(docs.length + others.length))
  }
  return docs
}

function unionBits(segment: Segment, sources: readonly Source[]): Uint32Array {
  const words = wordsFor(segment.size)
  const bits = segment.lend(words)
  for (const source of sources) {
    const denseBits = source.bits()
    if (denseBits !== null) addBits(bits, denseBits, words)
    else setBits(bits, sparseDocs(segment, source))
  }
  return bits
}

/** The documents that all sources have in common; null when there are none. */
export function commonTo(segment: Segment, sources: readonly (Source | null)[]): Source | null {
  const all = sources.filter(source => source !== null).sort(byRarity)
  const [first, ...others] = all
  if (all.length < sources.length) return null
  if (first === undefined) return without(segment, null)
  if (first.isDense) return new ReadySource(commonBits(segment, all), first.size, true)
  const docs = segment.lendCopy(sparseDocs(segment, first))
  let n = docs.length
  for (const source of others) n = keepSource(segment, docs, n, source, true)
  return n === 0 ? null : new ReadySource(docs.subarray(0, n), n, false)
}

/** Number of listed documents that all given sources contain. */
export function countListedIn(segment: Segment, sources: readonly (Source | null)[]): number {
  const all = sources.filter(source => source !== null).sort(byRarity)
  const [first, ...others] = all
  if (all.length < sources.length) return 0
  if (first === undefined) return segment.listedCount
  if (first.isDense) {
    const words = wordsFor(segment.size)
    const bits = segment.scratchBits[0]
    bits.set(segment.listed.subarray(0, words))
    for (const source of all) keepBits(bits, source.bits()!, words)
    return countBits(bits, words)
  }
  const docs = segment.scratchLists[0]
  let n = keepByBits(docs, first.read(docs), segment.listed, true)
  for (const source of others) n = keepSource(segment, docs, n, source, true)
  return n
}

function commonBits(segment: Segment, sources: readonly Source[]): Uint32Array {
  const words = wordsFor(segment.size)
  const bits = segment.lendCopy(sources[0]!.bits()!.subarray(0, words))
  for (const source of sources.slice(1)) keepBits(bits, source.bits()!, words)
  return bits
}

function without(segment: Segment, source: Source | null): Source {
  const words = wordsFor(segment.size)
  const denseBits = source?.bits() ?? null
  const bits = segment.lend(words)
  setRange(bits, 0, segment.size)
  if (denseBits !== null) dropBits(bits, denseBits, words)
  else if (source !== null) clearBits(bits, sparseDocs(segment, source))
  return new ReadySource(bits, segment.size, true)
}
