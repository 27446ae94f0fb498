import type { CatalogQuery, RelevanceQuery, SearchPage } from '../../avatars/index.ts'
import { bitsetLength, clearBits, hasBit, intersectInto, moveCommon } from './bitset.ts'
import { firstMatchesWhere } from './first-matches.ts'
import { keepByBits, keepByList, sparseDocs } from './keep.ts'
import {
  asList,
  bitMatches,
  findMatches,
  listMatches,
  type Matches,
  NO_MATCHES,
  type SomeMatches,
  testOf,
} from './matches.ts'
import { pageOf, totalOf } from './page.ts'
import type { SearchField, Segment, Source } from './segment.ts'
import { gallop } from './stream.ts'
import type { SegmentMatches } from './tail-page.ts'

type BitMatches = Extract<Matches, { kind: 'bits' }>

/** When at most one in this many documents is removed, the documents between are moved in blocks. */
const MIN_COPIED_PER_DROPPED = 16

type Tier =
  /** Names as they are typed, or in any spelling. */
  | { readonly kind: 'name'; readonly match: 'exactly' | 'beginning'; readonly isTyped: boolean }
  /** The text is the author's whole name. */
  | { readonly kind: 'author' }
  | { readonly kind: 'words'; readonly upToField: SearchField }

const TIERS: readonly Tier[] = [
  { kind: 'name', match: 'exactly', isTyped: true },
  { kind: 'name', match: 'exactly', isTyped: false },
  { kind: 'name', match: 'beginning', isTyped: true },
  { kind: 'name', match: 'beginning', isTyped: false },
  { kind: 'words', upToField: 'name' },
  { kind: 'author' },
  { kind: 'words', upToField: 'author' },
  { kind: 'words', upToField: 'tags' },
]

/**
 * A page by relevance. Each tier takes its documents from those that are left until the page is full, so that tiers
 * after the page cost nothing.
 * @param segmentMatches the matches of each segment, the base first.
 */
export function relevancePage(
  segmentMatches: readonly SegmentMatches[],
  query: CatalogQuery,
  relevance: RelevanceQuery,
): SearchPage {
  const total = totalOf(segmentMatches)
  const pageSize = Math.max(0, Math.min(query.limit, total - query.offset))
  const slots: number[] = []
  let skip = query.offset
  const readTier = (tierMatches: readonly SegmentMatches[]): void => {
    const [base, ...tails] = tierMatches
    slots.push(...pageOf(base!, tails, 'relevance', skip, pageSize - slots.length))
    skip = Math.max(0, skip - totalOf(tierMatches))
  }
  if (pageSize === 0) return { total, slots }
  const remainingMatches = segmentMatches.map(
    ({ segment, matches }, i) => new RemainingMatches(segment, matches, i === 0),
  )
  const relevanceQuery = { ...query, text: relevance.text }
  for (const tier of tiersOf(relevance)) {
    const limit = skip + pageSize - slots.length
    readTier(remainingMatches.map(segmentLeft => segmentLeft.take(tier, relevanceQuery, relevance, limit)))
    if (slots.length === pageSize) return { total, slots }
  }
  readTier(remainingMatches.map(segmentLeft => segmentLeft.untakenMatches()))
  return { total, slots }
}

/**
 * The tiers of names only as far as the text has spellings, and that of authors only when it can be an author's name.
 */
function tiersOf({ nameKeys, authorTokens }: RelevanceQuery): readonly Tier[] {
  return TIERS.filter(tier => {
    if (tier.kind === 'name') return nameKeys.length > (tier.isTyped ? 0 : 1)
    return tier.kind === 'words' || authorTokens !== null
  })
}

/** The matches of a segment that no tier has taken yet, copied out of the scratch space. */
class RemainingMatches {
  readonly #segment: Segment
  readonly #isBase: boolean
  #matchesLeft: Matches

  constructor(segment: Segment, matches: Matches, isBase: boolean) {
    this.#segment = segment
    this.#isBase = isBase
    this.#matchesLeft = ownCopy(segment, matches)
  }

  /** The documents of a tier: all of them, or only the first `limit`, which suffice for the page. */
  take(tier: Tier, query: CatalogQuery, relevance: RelevanceQuery, limit: number): SegmentMatches {
    const matchesLeft = this.#matchesLeft
    if (matchesLeft.kind === 'none') return this.untakenMatches()
    const matchesOfTier =
      this.#firstOfTagTier(matchesLeft, tier, query, limit) ??
      this.#tierMatches(matchesLeft, tier, query, relevance)
    return { segment: this.#segment, matches: this.#moveOut(matchesLeft, matchesOfTier) }
  }

  untakenMatches(): SegmentMatches {
    return { segment: this.#segment, matches: this.#matchesLeft }
  }

  /**
   * The first `limit` documents of a tier of tags. Its whole set would test many documents of the base, of which a page
   * needs few. Null for other tiers, and when too many documents would be tested.
   */
  #firstOfTagTier(candidates: SomeMatches, tier: Tier, query: CatalogQuery, limit: number): Matches | null {
    if (!this.#isBase || tier.kind !== 'words' || tier.upToField !== 'tags') return null
    const isWanted = testOf(this.#segment, query, tier.upToField)
    if (isWanted === null) return NO_MATCHES
    const docs = firstMatchesWhere(this.#segment, candidates, limit, isWanted)
    return docs === null ? null : listMatches(docs.sort())
  }

  #tierMatches(candidates: SomeMatches, tier: Tier, query: CatalogQuery, relevance: RelevanceQuery): Matches {
    const segment = this.#segment
    const candidateDocs = candidates.kind === 'list' ? candidates.docs : null
    if (tier.kind === 'words') return findMatches(segment, query, tier.upToField, candidateDocs)
    if (tier.kind === 'author')
      return matchesAmong(segment, segment.wholeAuthorName(relevance.authorTokens!), candidateDocs)
    const { nameKeys } = relevance
    const source = segment.withName(tier.isTyped ? nameKeys.slice(0, 1) : nameKeys, tier.match)
    return source === null ? NO_MATCHES : matchesOf(segment, source)
  }

  /** Moves the documents of a tier out of those that are left. */
  #moveOut(candidates: SomeMatches, tier: Matches): Matches {
    if (tier.kind === 'none') return NO_MATCHES
    if (candidates.kind === 'bits') return this.#moveOutBits(candidates, tier)
    const docsOfTier = commonDocs(this.#segment, candidates.docs, tier)
    this.#matchesLeft = listMatches(removeDocs(candidates.docs, docsOfTier))
    return listMatches(docsOfTier)
  }

  #moveOutBits({ bits: bitsLeft, total }: BitMatches, tier: SomeMatches): Matches {
    if (tier.kind === 'list') {
      const { mask } = tier
      const docsOfTier = tier.docs.filter(
        doc => hasBit(bitsLeft, doc) && (mask === null || hasBit(mask, doc)),
      )
      clearBits(bitsLeft, docsOfTier)
      this.#matchesLeft = bitMatches(bitsLeft, total - docsOfTier.length)
      return listMatches(docsOfTier)
    }
    const length = bitsetLength(this.#segment.size)
    const bitsOfTier = this.#segment.allocate(length)
    const count = moveCommon(bitsOfTier, tier.bits, tier.mask, bitsLeft, length)
    this.#matchesLeft = bitMatches(bitsLeft, total - count)
    return bitMatches(bitsOfTier, count)
  }
}

function ownCopy(segment: Segment, matches: Matches): Matches {
  if (matches.kind === 'none') return NO_MATCHES
  if (matches.kind === 'list') return listMatches(asList(segment, matches).slice())
  const length = bitsetLength(segment.size)
  const bits = segment.allocate(length)
  intersectInto(bits, matches.bits, matches.mask, length)
  return bitMatches(bits, matches.total)
}

/** The documents of a source, or if that is cheaper, only those among the given ones. */
function matchesAmong(segment: Segment, source: Source | null, candidateDocs: Uint32Array | null): Matches {
  if (source === null) return NO_MATCHES
  const { test, testCost, makeCost } = source
  const isTested = candidateDocs !== null && test !== null && candidateDocs.length * testCost < makeCost
  return isTested ? listMatches(candidateDocs.filter(test)) : matchesOf(segment, source)
}

function matchesOf(segment: Segment, source: Source): Matches {
  const bits = source.bits()
  if (bits !== null) return bitMatches(bits, source.size)
  return listMatches(sparseDocs(segment, source))
}

/** The given documents that are matches; the list ascends. */
function commonDocs(segment: Segment, docs: Uint32Array, matches: SomeMatches): Uint32Array {
  if (matches.kind === 'bits') {
    const out = segment.copyOf(docs)
    const n = keepByBits(out, docs.length, matches.bits, true)
    return out.subarray(0, keepByBits(out, n, matches.mask, true))
  }
  const [shorterList, longerList] =
    docs.length < matches.docs.length ? [docs, matches.docs] : [matches.docs, docs]
  const out = segment.copyOf(shorterList)
  const n = keepByList(out, shorterList.length, longerList, true)
  return out.subarray(0, matches.mask === null ? n : keepByBits(out, n, matches.mask, true))
}

/** Removes documents from an ascending list in place; `excludedDocs` must all be in it. */
function removeDocs(docs: Uint32Array, excludedDocs: Uint32Array): Uint32Array {
  if (excludedDocs.length * MIN_COPIED_PER_DROPPED > docs.length) {
    return docs.subarray(0, keepByList(docs, docs.length, excludedDocs, false))
  }
  let n = 0
  let from = 0
  for (let i = 0; i < excludedDocs.length; i++) {
    const at = gallop(from, docs.length, j => docs[j]! >= excludedDocs[i]!)
    docs.copyWithin(n, from, at)
    n += at - from
    from = at + 1
  }
  docs.copyWithin(n, from)
  return docs.subarray(0, docs.length - excludedDocs.length)
}
