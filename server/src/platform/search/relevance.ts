import type { CatalogQuery, RelevanceQuery, SearchPage } from '../../avatars/index.ts'
import { clearBits, countBits, dropBits, hasBit, intersectCounting, wordsFor } from './bitset.ts'
import { sparseDocs } from './keep.ts'
import { asList, findMatches, type Matches, NONE } from './matches.ts'
import { pageOf } from './page.ts'
import type { SearchField, Segment, Source } from './segment.ts'
import { bisect } from './stream.ts'
import type { SegmentMatches } from './tail-page.ts'

type Tier =
  | { readonly kind: 'name'; readonly how: 'exactly' | 'beginning' }
  | { readonly kind: 'words'; readonly upTo: SearchField }

const TIERS: readonly Tier[] = [
  { kind: 'name', how: 'exactly' },
  { kind: 'name', how: 'beginning' },
  { kind: 'words', upTo: 'name' },
  { kind: 'words', upTo: 'creator' },
  { kind: 'words', upTo: 'tags' },
]

/**
 * A page by relevance. Each tier takes its documents from those that are left, until the page is full, so that the
 * tiers behind the page cost nothing.
 *
 * @param found by segment, the base first.
 */
export function relevancePage(
  found: readonly SegmentMatches[],
  query: CatalogQuery,
  relevance: RelevanceQuery,
): SearchPage {
  const total = sum(found)
  const wanted = Math.max(0, Math.min(query.limit, total - query.offset))
  const slots: number[] = []
  let skip = query.offset
  const read = (matches: readonly SegmentMatches[]): void => {
    const [base, ...tails] = matches
    slots.push(...pageOf(base!, tails, 'relevance', skip, wanted - slots.length))
    skip = Math.max(0, skip - sum(matches))
  }
  if (wanted === 0) return { total, slots }
  const parts = found.map(({ segment, matches }) => new Remaining(segment, matches))
  const asked = { ...query, text: relevance.text }
  for (const tier of TIERS.slice(relevance.nameKey === '' ? 2 : 0)) {
    read(parts.map(part => part.take(tier, asked, relevance.nameKey)))
    if (slots.length === wanted) return { total, slots }
  }
  read(parts.map(part => part.rest()))
  return { total, slots }
}

function sum(found: readonly SegmentMatches[]): number {
  return found.reduce((total, { matches }) => total + matches.total, 0)
}

/** The matches of a segment that no tier has taken yet, in memory of their own. */
class Remaining {
  readonly #segment: Segment
  #left: Matches

  constructor(segment: Segment, matches: Matches) {
    this.#segment = segment
    this.#left = ownCopy(segment, matches)
  }

  take(tier: Tier, query: CatalogQuery, nameKey: string): SegmentMatches {
    const taken = this.#left.kind === 'none' ? NONE : this.#common(this.#tierOf(tier, query, nameKey))
    return { segment: this.#segment, matches: taken }
  }

  rest(): SegmentMatches {
    return { segment: this.#segment, matches: this.#left }
  }

  #tierOf(tier: Tier, query: CatalogQuery, nameKey: string): Matches {
    const among = this.#left.kind === 'list' ? this.#left.docs : null
    if (tier.kind === 'words') return findMatches(this.#segment, query, tier.upTo, among)
    const source = this.#segment.named(nameKey, tier.how)
    return source === null ? NONE : matchesOf(this.#segment, source)
  }

  /** Moves the documents of a tier from those that are left. */
  #common(tier: Matches): Matches {
    if (tier.kind === 'none') return NONE
    const left = this.#left
    if (left.kind === 'bits') return this.#commonBits(left.bits, tier)
    if (left.kind === 'none') return NONE
    const isTaken = testOf(tier)
    const taken = left.docs.filter(isTaken)
    this.#left = listOf(left.docs.filter(doc => !isTaken(doc)))
    return listOf(taken)
  }

  #commonBits(left: Uint32Array, tier: Exclude<Matches, { kind: 'none' }>): Matches {
    const words = wordsFor(this.#segment.size)
    if (tier.kind === 'list') {
      const { mask } = tier
      const taken = tier.docs.filter(doc => hasBit(left, doc) && (mask === null || hasBit(mask, doc)))
      clearBits(left, taken)
      this.#left = bitsOf(left, words)
      return listOf(taken)
    }
    const taken = this.#segment.lend(words)
    intersectCounting(taken, tier.bits, tier.mask, words)
    const total = intersectCounting(taken, taken, left, words)
    dropBits(left, taken, words)
    this.#left = bitsOf(left, words)
    return total === 0 ? NONE : { kind: 'bits', total, bits: taken, mask: taken }
  }
}

function ownCopy(segment: Segment, matches: Matches): Matches {
  if (matches.kind === 'none') return NONE
  if (matches.kind === 'list') return listOf(asList(segment, matches).slice())
  const words = wordsFor(segment.size)
  const bits = segment.lend(words)
  return bitsOf(bits, words, intersectCounting(bits, matches.bits, matches.mask, words))
}

function matchesOf(segment: Segment, source: Source): Matches {
  const bits = source.bits()
  if (bits !== null) return { kind: 'bits', total: source.size, bits, mask: bits }
  return listOf(sparseDocs(segment, source))
}

function testOf(matches: Exclude<Matches, { kind: 'none' }>): (doc: number) => boolean {
  if (matches.kind === 'bits') return doc => hasBit(matches.bits, doc) && hasBit(matches.mask, doc)
  const { docs, mask } = matches
  return doc => {
    const at = bisect(0, docs.length, i => docs[i]! >= doc)
    return docs[at] === doc && (mask === null || hasBit(mask, doc))
  }
}

function listOf(docs: Uint32Array): Matches {
  return docs.length === 0 ? NONE : { kind: 'list', total: docs.length, docs, mask: null }
}

function bitsOf(bits: Uint32Array, words: number, total = countBits(bits, words)): Matches {
  return total === 0 ? NONE : { kind: 'bits', total, bits, mask: bits }
}
