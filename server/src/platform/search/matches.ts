import { PLATFORMS } from '@avatary/contract/avatar'
import type { CatalogQuery, Condition, TextQuery } from '../../avatars/index.ts'
import {
  clearBits,
  clearWhere,
  countBits,
  dropBits,
  intersectCounting,
  intersectInto,
  keepBits,
  readCommon,
  setBits,
  wordsFor,
} from './bitset.ts'
import { authorSource, conditionSource } from './conditions.ts'
import { keepByBits, keepSource, sparseDocs } from './keep.ts'
import type { SearchField, Segment, Source } from './segment.ts'
import { byRarity, membershipCost, membershipOf, ReadySource, sortDistinct } from './sources.ts'
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

/** Matches of which there is at least one. */
export type SomeMatches = Exclude<Matches, { kind: 'none' }>

export const NONE: Matches = { kind: 'none', total: 0 }

interface Conditions {
  /** Once sorted, the rarest comes first and dense ones come last. */
  needed: Source[]
  excluded: Source[]
}

/**
 * The documents that match a query among the listed ones of a segment, or among `among`. Words are searched in fields
 * up to `upTo`.
 */
export function findMatches(
  segment: Segment,
  query: CatalogQuery,
  upTo: SearchField = query.text.skipsDescription ? 'tags' : 'description',
  among: Uint32Array | null = null,
): Matches {
  if (query.text.matchesNothing || segment.listedCount === 0) return NONE
  const conditions = conditionsOf(segment, query, upTo)
  if (conditions === null) return NONE
  const { needed, excluded } = conditions
  if (among !== null) needed.push(new ReadySource(among, among.length, false))
  needed.sort(byRarity)
  const listedBits = listedOn(segment, query.platform)
  if (needed.length + excluded.length === 0)
    return bitMatches(listedBits, segment.countListed(listedBits, true, listedBits))
  const first = needed[0]
  return first === undefined || first.isDense
    ? amongAll(segment, listedBits, conditions)
    : amongFew(segment, listedBits, conditions, first)
}

/**
 * Returns a test whether a document of a segment has the words of a query in fields up to `upTo`; null when no document
 * has.
 */
export function testOf(
  segment: Segment,
  query: CatalogQuery,
  upTo: SearchField,
): ((doc: number) => boolean) | null {
  const conditions = conditionsOf(segment, query, upTo)
  if (conditions === null) return null
  const fastestFirst = conditions.needed.sort((a, b) => membershipCost(a) - membershipCost(b))
  const neededTests = fastestFirst.map(membershipOf)
  const excludedTests = conditions.excluded.map(membershipOf)
  return doc => neededTests.every(has => has(doc)) && !excludedTests.some(has => has(doc))
}

/** The listed documents for a platform, which need no intersection per search. */
function listedOn(segment: Segment, platform: CatalogQuery['platform']): Uint32Array {
  return segment.listedOn(platform === null ? null : PLATFORMS.indexOf(platform))
}

/** Returns null when no document fulfils one of the needed conditions. */
function conditionsOf(segment: Segment, query: CatalogQuery, upTo: SearchField): Conditions | null {
  const neededSources: Source[] = []
  const need = (source: Source | null) => source !== null && neededSources.push(source) > 0
  return needAll(segment, query, upTo, need)
    ? { needed: neededSources, excluded: excludedSources(segment, query.text, upTo) }
    : null
}

/** Calls `need` with the source of each needed condition until it returns false. */
function needAll(
  segment: Segment,
  { text, author, tags }: CatalogQuery,
  upTo: SearchField,
  need: (source: Source | null) => boolean,
): boolean {
  const { words, phrases, prefix, avatarIds, authorId, conditions } = text
  const alternatives = (condition: Condition, word: string) => {
    const forms = text.forms.get(word)
    return conditionSource(
      segment,
      forms === undefined ? condition : { kind: 'any', of: [condition, ...forms] },
      upTo,
    )
  }
  return (
    words.every(word => need(alternatives({ kind: 'word', word }, word))) &&
    phrases.every(tokens => need(segment.phrase(tokens, upTo))) &&
    tags.every(tag => need(segment.tag(tag))) &&
    (author === null || need(authorSource(segment, author))) &&
    (prefix === null || need(alternatives({ kind: 'prefix', prefix }, prefix))) &&
    (authorId === null || need(segment.authorId(authorId))) &&
    (avatarIds.length === 0 || need(idSource(segment, avatarIds))) &&
    conditions.every(one => one.kind === 'not' || need(conditionSource(segment, one, upTo)))
  )
}

function excludedSources(segment: Segment, text: TextQuery, upTo: SearchField): Source[] {
  const excluded: Source[] = []
  const exclude = (source: Source | null) => {
    if (source !== null) excluded.push(source)
  }
  for (const word of text.notWords) exclude(segment.word(word, upTo))
  for (const tokens of text.notPhrases) exclude(segment.phrase(tokens, upTo))
  for (const tag of text.notTags) exclude(segment.tag(tag))
  for (const one of text.conditions) if (one.kind === 'not') exclude(conditionSource(segment, one.of, upTo))
  return excluded
}

function idSource(segment: Segment, ids: readonly string[]): Source | null {
  const docs = ids.map(id => segment.docOfId(id))
  const foundDocs = sortDistinct(Uint32Array.from(docs.filter(doc => doc !== -1)))
  return foundDocs.length === 0 ? null : new ReadySource(foundDocs, foundDocs.length, false)
}

/** Reads the documents of the rarest condition and filters them by the others. */
function amongFew(segment: Segment, listedBits: Uint32Array, conditions: Conditions, first: Source): Matches {
  const list = isAlone(conditions) ? first.list() : null
  if (list !== null) return listMatches(list, segment.countListed(list, false, listedBits), listedBits)
  const docs = segment.scratchLists[0]
  let n = keepByBits(docs, first.read(docs), listedBits, true)
  for (const source of conditions.needed)
    if (n > 0 && source !== first) n = keepSource(segment, docs, n, source, true)
  for (const source of conditions.excluded) if (n > 0) n = keepSource(segment, docs, n, source, false)
  return listMatches(docs.subarray(0, n))
}

function isAlone({ needed, excluded }: Conditions): boolean {
  return needed.length === 1 && excluded.length === 0
}

/** @param total number of the documents that are in `mask`. */
export function listMatches(
  docs: Uint32Array,
  total = docs.length,
  mask: Uint32Array | null = null,
): Matches {
  return total === 0 ? NONE : { kind: 'list', total, docs, mask }
}

/** Intersects bitsets when every condition is dense; sets that exist come before those that must be made. */
function amongAll(segment: Segment, listedBits: Uint32Array, conditions: Conditions): Matches {
  const { needed, excluded } = conditions
  if (isAlone(conditions)) {
    const bits = needed[0]!.bits()!
    return bitMatches(bits, segment.countListed(bits, true, listedBits), listedBits)
  }
  const words = wordsFor(segment.size)
  const out = segment.scratchBits[0]
  const [first, ...others] = needed.flatMap(source => (isAtHand(source) ? source.bits()! : source.within))
  if (first === undefined) out.set(listedBits.subarray(0, words))
  else intersectInto(out, first, others.pop() ?? listedBits, words)
  for (const bits of others) keepBits(out, bits, words)
  for (const source of excluded) if (isAtHand(source)) dropSource(segment, out, source, words)
  let total = intersectCounting(out, out, listedBits, words)
  for (const source of needed) {
    if (isAtHand(source) || total === 0) continue
    if (total * source.testCost < source.makeCost) clearWhere(out, words, doc => !source.holds!(doc))
    else keepBits(out, source.bits()!, words)
    total = countBits(out, words)
  }
  for (const source of excluded) {
    if (isAtHand(source) || total === 0) continue
    dropTested(segment, out, source, words)
    total = countBits(out, words)
  }
  return bitMatches(out, total)
}

/** True when the set exists already, or is a short list. */
function isAtHand(source: Source): boolean {
  return source.holds === null || !source.isDense
}

/**
 * Drops the documents of a source: tests each document if few may be in the source, otherwise uses the source's set.
 */
function dropTested(segment: Segment, out: Uint32Array, source: Source, words: number): void {
  const candidateBits = segment.scratchBits[1]
  candidateBits.set(out.subarray(0, words))
  for (const bits of source.within) keepBits(candidateBits, bits, words)
  if (countBits(candidateBits, words) * source.testCost < source.makeCost) {
    clearWhere(candidateBits, words, doc => !source.holds!(doc))
    dropBits(out, candidateBits, words)
  } else dropBits(out, source.bits()!, words)
}

/** @param total number of the bits that are set in both sets. */
export function bitMatches(bits: Uint32Array, total: number, mask = bits): Matches {
  return total === 0 ? NONE : { kind: 'bits', total, bits, mask }
}

function dropSource(segment: Segment, out: Uint32Array, source: Source, words: number): void {
  const bits = source.bits()
  if (bits !== null) {
    dropBits(out, bits, words)
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
  return docs.subarray(0, readCommon(matches.bits, matches.mask, wordsFor(segment.size), docs))
}
