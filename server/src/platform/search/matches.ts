import { PLATFORMS } from '@avatary/contract/avatar'
import type { CatalogQuery, Condition, TextQuery } from '../../avatars/index.ts'
import {
  bitsetLength,
  clearBits,
  clearWhere,
  countBits,
  dropBits,
  intersectAndCount,
  intersectInto,
  keepBits,
  readCommon,
  setBits,
} from './bitset.ts'
import { authorSource, conditionSource } from './conditions.ts'
import { keepByBits, keepSource, sparseDocs } from './keep.ts'
import type { SearchField, Segment, Source } from './segment.ts'
import { byRarity, membershipCost, membershipTest, ReadySource } from './sources.ts'
import type { BitPair } from './stream.ts'

/**
 * The matches of a query in one segment: either the intersection of two bitsets, or a sorted list of which only
 * documents in `mask` are matches. They may be in the segment's scratch space.
 */
export type Matches =
  | { readonly kind: 'none'; readonly total: 0 }
  | ({ readonly kind: 'bits'; readonly total: number } & BitPair)
  | {
      readonly kind: 'list'
      readonly total: number
      readonly docs: Uint32Array
      readonly mask: Uint32Array | null
    }

export type SomeMatches = Exclude<Matches, { kind: 'none' }>

export const NO_MATCHES: Matches = { kind: 'none', total: 0 }

interface QuerySources {
  /** Once sorted, the rarest comes first and dense ones come last. */
  needed: Source[]
  excluded: Source[]
}

/**
 * The documents that match a query among the listed ones of a segment, or of `candidateDocs`. Words are searched in
 * fields up to `upToField`.
 */
export function findMatches(
  segment: Segment,
  query: CatalogQuery,
  upToField: SearchField = query.text.skipsDescription ? 'tags' : 'description',
  candidateDocs: Uint32Array | null = null,
): Matches {
  if (query.text.matchesNothing || segment.listedCount === 0) return NO_MATCHES
  const sources = sourcesOf(segment, query, upToField)
  if (sources === null) return NO_MATCHES
  const { needed, excluded } = sources
  if (candidateDocs !== null) needed.push(new ReadySource(candidateDocs, candidateDocs.length, false))
  needed.sort(byRarity)
  const { platform } = query
  const listedBits = segment.listedBitsOn(platform === null ? null : PLATFORMS.indexOf(platform))
  if (needed.length + excluded.length === 0)
    return bitMatches(listedBits, segment.countListed(listedBits, true, listedBits))
  const rarestSource = needed[0]
  return rarestSource === undefined || rarestSource.isDense
    ? intersectBitsets(segment, listedBits, sources)
    : filterRarest(segment, listedBits, sources)
}

/**
 * Returns a test whether a document of a segment has the words of a query in fields up to `upToField`; null when no
 * document has.
 */
export function testOf(
  segment: Segment,
  query: CatalogQuery,
  upToField: SearchField,
): ((doc: number) => boolean) | null {
  const sources = sourcesOf(segment, query, upToField)
  if (sources === null) return null
  const fastestFirst = sources.needed.sort((a, b) => membershipCost(a) - membershipCost(b))
  const neededTests = fastestFirst.map(membershipTest)
  const excludedTests = sources.excluded.map(membershipTest)
  return doc => neededTests.every(test => test(doc)) && !excludedTests.some(test => test(doc))
}

/** Returns null when no document fulfils one of the conditions. */
function sourcesOf(segment: Segment, query: CatalogQuery, upToField: SearchField): QuerySources | null {
  const neededSources: Source[] = []
  const need = (source: Source | null) => source !== null && neededSources.push(source) > 0
  return needAll(segment, query, upToField, need)
    ? { needed: neededSources, excluded: excludedSources(segment, query.text, upToField) }
    : null
}

/** Calls `need` with the source of each condition until it returns false. */
function needAll(
  segment: Segment,
  { text, author, tags }: CatalogQuery,
  upToField: SearchField,
  need: (source: Source | null) => boolean,
): boolean {
  const { words, phrases, prefix, avatarIds, authorId, conditions } = text
  const sourceOfAnyForm = (condition: Condition, word: string) => {
    const forms = text.forms.get(word)
    return conditionSource(
      segment,
      forms === undefined ? condition : { kind: 'any', of: [condition, ...forms] },
      upToField,
    )
  }
  return (
    words.every(word => need(sourceOfAnyForm({ kind: 'word', word }, word))) &&
    phrases.every(tokens => need(segment.phrase(tokens, upToField))) &&
    tags.every(tag => need(segment.tag(tag))) &&
    (author === null || need(authorSource(segment, author))) &&
    (prefix === null || need(sourceOfAnyForm({ kind: 'prefix', prefix }, prefix))) &&
    (authorId === null || need(segment.authorId(authorId))) &&
    (avatarIds.length === 0 || need(idSource(segment, avatarIds))) &&
    conditions.every(
      condition => condition.kind === 'not' || need(conditionSource(segment, condition, upToField)),
    )
  )
}

function excludedSources(segment: Segment, text: TextQuery, upToField: SearchField): Source[] {
  const sources: Source[] = []
  const exclude = (source: Source | null) => {
    if (source !== null) sources.push(source)
  }
  for (const word of text.notWords) exclude(segment.word(word, upToField))
  for (const tokens of text.notPhrases) exclude(segment.phrase(tokens, upToField))
  for (const tag of text.notTags) exclude(segment.tag(tag))
  for (const condition of text.conditions)
    if (condition.kind === 'not') exclude(conditionSource(segment, condition.of, upToField))
  return sources
}

function idSource(segment: Segment, ids: readonly string[]): Source | null {
  const docs = new Set(ids.map(id => segment.docOfId(id)))
  docs.delete(-1)
  const foundDocs = Uint32Array.from(docs).sort()
  return foundDocs.length === 0 ? null : new ReadySource(foundDocs, foundDocs.length, false)
}

/** Reads the documents of the rarest condition and filters them by the others. */
function filterRarest(segment: Segment, listedBits: Uint32Array, sources: QuerySources): Matches {
  const rarestSource = sources.needed[0]!
  const list = isSingleSource(sources) ? rarestSource.list() : null
  if (list !== null) return listMatches(list, segment.countListed(list, false, listedBits), listedBits)
  const docs = segment.scratchLists[0]
  let n = keepByBits(docs, rarestSource.read(docs), listedBits, true)
  for (const source of sources.needed)
    if (n > 0 && source !== rarestSource) n = keepSource(segment, docs, n, source, true)
  for (const source of sources.excluded) if (n > 0) n = keepSource(segment, docs, n, source, false)
  return listMatches(docs.subarray(0, n))
}

function isSingleSource({ needed, excluded }: QuerySources): boolean {
  return needed.length === 1 && excluded.length === 0
}

/** @param total number of the documents that are in `mask`. */
export function listMatches(
  docs: Uint32Array,
  total = docs.length,
  mask: Uint32Array | null = null,
): Matches {
  return total === 0 ? NO_MATCHES : { kind: 'list', total, docs, mask }
}

/** Intersects bitsets when every condition is dense; sets that exist come before those that must be made. */
function intersectBitsets(segment: Segment, listedBits: Uint32Array, sources: QuerySources): Matches {
  const { needed, excluded } = sources
  if (isSingleSource(sources)) {
    const bits = needed[0]!.bits()!
    return bitMatches(bits, segment.countListed(bits, true, listedBits), listedBits)
  }
  const length = bitsetLength(segment.size)
  const out = segment.scratchBits[0]
  const [firstBits, ...otherBits] = needed.flatMap(source =>
    isAtHand(source) ? source.bits()! : source.supersets,
  )
  if (firstBits === undefined) out.set(listedBits.subarray(0, length))
  else intersectInto(out, firstBits, otherBits.pop() ?? listedBits, length)
  for (const bits of otherBits) keepBits(out, bits, length)
  for (const source of excluded) if (isAtHand(source)) dropSource(segment, out, source, length)
  let total = intersectAndCount(out, out, listedBits, length)
  for (const source of needed) {
    if (isAtHand(source) || total === 0) continue
    if (total * source.testCost < source.makeCost) clearWhere(out, length, doc => !source.test!(doc))
    else keepBits(out, source.bits()!, length)
    total = countBits(out, length)
  }
  for (const source of excluded) {
    if (isAtHand(source) || total === 0) continue
    dropByTestOrSet(segment, out, source, length)
    total = countBits(out, length)
  }
  return bitMatches(out, total)
}

/** True when the set exists already, or is a short list. */
function isAtHand(source: Source): boolean {
  return source.test === null || !source.isDense
}

/**
 * Drops the documents of a source: tests each document if few may be in the source, otherwise uses the source's set.
 */
function dropByTestOrSet(segment: Segment, out: Uint32Array, source: Source, length: number): void {
  const candidateBits = segment.scratchBits[1]
  candidateBits.set(out.subarray(0, length))
  for (const bits of source.supersets) keepBits(candidateBits, bits, length)
  if (countBits(candidateBits, length) * source.testCost < source.makeCost) {
    clearWhere(candidateBits, length, doc => !source.test!(doc))
    dropBits(out, candidateBits, length)
  } else dropBits(out, source.bits()!, length)
}

/** @param total number of the bits that are set in both sets. */
export function bitMatches(bits: Uint32Array, total: number, mask = bits): Matches {
  return total === 0 ? NO_MATCHES : { kind: 'bits', total, bits, mask }
}

function dropSource(segment: Segment, out: Uint32Array, source: Source, length: number): void {
  const bits = source.bits()
  if (bits !== null) {
    dropBits(out, bits, length)
    return
  }
  clearBits(out, sparseDocs(segment, source))
}

/** The matches as bitsets; a list is converted in the segment's scratch space. */
export function asBits(segment: Segment, matches: Matches): BitPair {
  if (matches.kind === 'bits') return matches
  const bits = segment.scratchBits[0].fill(0)
  if (matches.kind === 'list') setBits(bits, matches.docs)
  return { bits, mask: matches.kind === 'list' ? (matches.mask ?? bits) : bits }
}

/** The matches as a sorted list; bitsets are converted in the segment's scratch space, so only for a small total. */
export function asList(segment: Segment, matches: Matches): Uint32Array {
  const docs = segment.scratchLists[0]
  if (matches.kind === 'none') return docs.subarray(0, 0)
  if (matches.kind === 'list') {
    if (matches.mask === null || matches.total === matches.docs.length) return matches.docs
    docs.set(matches.docs)
    return docs.subarray(0, keepByBits(docs, matches.docs.length, matches.mask, true))
  }
  return docs.subarray(0, readCommon(matches.bits, matches.mask, bitsetLength(segment.size), docs))
}
