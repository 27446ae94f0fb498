import type { CatalogQuery, RelevanceQuery, SearchPage } from '../../avatars/index.ts'
import { clearBits, hasBit, intersectInto, moveCommon, wordsFor } from './bitset.ts'
import { firstWanted } from './first-wanted.ts'
import { keepByBits, keepByList, sparseDocs } from './keep.ts'
import {
  asList,
  bitMatches,
  findMatches,
  listMatches,
  type Matches,
  NONE,
  type SomeMatches,
  testOf,
} from './matches.ts'
import { pageOf } from './page.ts'
import type { SearchField, Segment, Source } from './segment.ts'
import { firstFrom } from './stream.ts'
import type { SegmentMatches } from './tail-page.ts'

type BitMatches = Extract<Matches, { kind: 'bits' }>

/** When at most one in this many documents is dropped, the others are moved in blocks. */
const FEW_SHARE = 16

type Tier =
  /** Names as they are typed, or in any spelling. */
  | { readonly kind: 'name'; readonly how: 'exactly' | 'beginning'; readonly isTyped: boolean }
  /** The text is the creator's whole name. */
  | { readonly kind: 'creator' }
  | { readonly kind: 'words'; readonly upTo: SearchField }

const TIERS: readonly Tier[] = [
  { kind: 'name', how: 'exactly', isTyped: true },
  { kind: 'name', how: 'exactly', isTyped: false },
  { kind: 'name', how: 'beginning', isTyped: true },
  { kind: 'name', how: 'beginning', isTyped: false },
  { kind: 'words', upTo: 'name' },
  { kind: 'creator' },
  { kind: 'words', upTo: 'creator' },
  { kind: 'words', upTo: 'tags' },
]

/**
 * A page by relevance. Each tier takes its documents from those that are left until the page is full, so that tiers
 * after the page cost nothing.
 * @param bySegment the matches of each segment, the base first.
 */
export function relevancePage(
  bySegment: readonly SegmentMatches[],
  query: CatalogQuery,
  relevance: RelevanceQuery,
): SearchPage {
  const total = sum(bySegment)
  const pageSize = Math.max(0, Math.min(query.limit, total - query.offset))
  const slots: number[] = []
  let skip = query.offset
  const read = (tierBySegment: readonly SegmentMatches[]): void => {
    const [base, ...tails] = tierBySegment
    slots.push(...pageOf(base!, tails, 'relevance', skip, pageSize - slots.length))
    skip = Math.max(0, skip - sum(tierBySegment))
  }
  if (pageSize === 0) return { total, slots }
  const parts = bySegment.map(({ segment, matches }, i) => new Remaining(segment, matches, i === 0))
  const relevanceQuery = { ...query, text: relevance.text }
  for (const tier of tiersOf(relevance)) {
    const limit = skip + pageSize - slots.length
    read(parts.map(part => part.take(tier, relevanceQuery, relevance, limit)))
    if (slots.length === pageSize) return { total, slots }
  }
  read(parts.map(part => part.rest()))
  return { total, slots }
}

function sum(bySegment: readonly SegmentMatches[]): number {
  return bySegment.reduce((total, { matches }) => total + matches.total, 0)
}

/** The tiers of names only as far as the text has spellings, and that of creators only when it can be a creator's name. */
function tiersOf({ nameKeys, creatorTokens }: RelevanceQuery): readonly Tier[] {
  return TIERS.filter(tier => {
    if (tier.kind === 'name') return nameKeys.length > (tier.isTyped ? 0 : 1)
    return tier.kind === 'words' || creatorTokens !== null
  })
}

/** The matches of a segment that no tier has taken yet, copied out of the scratch space. */
class Remaining {
  readonly #segment: Segment
  readonly #isBase: boolean
  #left: Matches

  constructor(segment: Segment, matches: Matches, isBase: boolean) {
    this.#segment = segment
    this.#isBase = isBase
    this.#left = ownCopy(segment, matches)
  }

  /** The documents of a tier: all of them, or only the first `limit`, which suffice for the page. */
  take(tier: Tier, query: CatalogQuery, relevance: RelevanceQuery, limit: number): SegmentMatches {
    const matchesLeft = this.#left
    if (matchesLeft.kind === 'none') return this.rest()
    const matchesOfTier =
      this.#firstOf(matchesLeft, tier, query, limit) ?? this.#tierOf(matchesLeft, tier, query, relevance)
    return { segment: this.#segment, matches: this.#common(matchesLeft, matchesOfTier) }
  }

  rest(): SegmentMatches {
    return { segment: this.#segment, matches: this.#left }
  }

  /**
   * The first `limit` documents of a tier of tags. Its whole set would test many documents of the base, of which a page
   * needs few. Null for other tiers, and when too many documents would be tested.
   */
  #firstOf(candidates: SomeMatches, tier: Tier, query: CatalogQuery, limit: number): Matches | null {
    if (!this.#isBase || tier.kind !== 'words' || tier.upTo !== 'tags') return null
    const isWanted = testOf(this.#segment, query, tier.upTo)
    if (isWanted === null) return NONE
    const docs = firstWanted(this.#segment, candidates, limit, isWanted)
    return docs === null ? null : listMatches(docs.sort())
  }

  #tierOf(candidates: SomeMatches, tier: Tier, query: CatalogQuery, relevance: RelevanceQuery): Matches {
    const segment = this.#segment
    const candidateDocs = candidates.kind === 'list' ? candidates.docs : null
    if (tier.kind === 'words') return findMatches(segment, query, tier.upTo, candidateDocs)
    if (tier.kind === 'creator')
      return matchesAmong(segment, segment.creator(relevance.creatorTokens!), candidateDocs)
    const { nameKeys } = relevance
    const source = segment.named(tier.isTyped ? nameKeys.slice(0, 1) : nameKeys, tier.how)
    return source === null ? NONE : matchesOf(segment, source)
  }

  /** Moves the documents of a tier out of those that are left. */
  #common(candidates: SomeMatches, tier: Matches): Matches {
    if (tier.kind === 'none') return NONE
    if (candidates.kind === 'bits') return this.#commonBits(candidates, tier)
    const docsOfTier = commonDocs(this.#segment, candidates.docs, tier)
    this.#left = listMatches(withoutDocs(candidates.docs, docsOfTier))
    return listMatches(docsOfTier)
  }

  #commonBits({ bits: bitsLeft, total }: BitMatches, tier: SomeMatches): Matches {
    if (tier.kind === 'list') {
      const { mask } = tier
      const docsOfTier = tier.docs.filter(
        doc => hasBit(bitsLeft, doc) && (mask === null || hasBit(mask, doc)),
      )
      clearBits(bitsLeft, docsOfTier)
      this.#left = bitMatches(bitsLeft, total - docsOfTier.length)
      return listMatches(docsOfTier)
    }
    const words = wordsFor(this.#segment.size)
    const bitsOfTier = this.#segment.lend(words)
    const count = moveCommon(bitsOfTier, tier.bits, tier.mask, bitsLeft, words)
    this.#left = bitMatches(bitsLeft, total - count)
    return bitMatches(bitsOfTier, count)
  }
}

function ownCopy(segment: Segment, matches: Matches): Matches {
  if (matches.kind === 'none') return NONE
  if (matches.kind === 'list') return listMatches(asList(segment, matches).slice())
  const words = wordsFor(segment.size)
  const bits = segment.lend(words)
  intersectInto(bits, matches.bits, matches.mask, words)
  return bitMatches(bits, matches.total)
}

/** The documents of a source, or if that is cheaper, only those among the given ones. */
function matchesAmong(segment: Segment, source: Source | null, docs: Uint32Array | null): Matches {
  if (source === null) return NONE
  const { holds, testCost, makeCost } = source
  const isTested = docs !== null && holds !== null && docs.length * testCost < makeCost
  return isTested ? listMatches(docs.filter(holds)) : matchesOf(segment, source)
}

function matchesOf(segment: Segment, source: Source): Matches {
  const bits = source.bits()
  if (bits !== null) return bitMatches(bits, source.size)
  return listMatches(sparseDocs(segment, source))
}

/** The given documents that are matches; the list ascends. */
function commonDocs(segment: Segment, docs: Uint32Array, matches: SomeMatches): Uint32Array {
  if (matches.kind === 'bits') {
    const out = segment.lendCopy(docs)
    const n = keepByBits(out, docs.length, matches.bits, true)
    return out.subarray(0, keepByBits(out, n, matches.mask, true))
  }
  const [few, many] = docs.length < matches.docs.length ? [docs, matches.docs] : [matches.docs, docs]
  const out = segment.lendCopy(few)
  const n = keepByList(out, few.length, many, true)
  return out.subarray(0, matches.mask === null ? n : keepByBits(out, n, matches.mask, true))
}

/** Removes some of ascending documents in place; `excluded` must be among them. */
function withoutDocs(docs: Uint32Array, excludedDocs: Uint32Array): Uint32Array {
  if (excludedDocs.length * FEW_SHARE > docs.length) {
    return docs.subarray(0, keepByList(docs, docs.length, excludedDocs, false))
  }
  let n = 0
  let from = 0
  for (let i = 0; i < excludedDocs.length; i++) {
    const at = firstFrom(from, docs.length, j => docs[j]! >= excludedDocs[i]!)
    docs.copyWithin(n, from, at)
    n += at - from
    from = at + 1
  }
  docs.copyWithin(n, from)
  return docs.subarray(0, docs.length - excludedDocs.length)
}
