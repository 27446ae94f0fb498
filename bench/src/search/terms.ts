import { PLATFORMS } from '@avatary/contract/avatar'
import type { CatalogQuery, IndexDocument } from '../../../server/src/avatars/search-port.ts'

/**
 * Writes filters as words, so that a full-text engine can answer them from its index. A filter is `_`, with which no
 * word begins, followed by ASCII letters and digits.
 */
export function documentTerms(document: IndexDocument): string[] {
  const terms = new Set([...document.fields.flat(), ...document.description, ...document.extraWords])
  for (const tag of document.tags) terms.add(filterTerm('t', tag))
  if (document.authorId !== '') terms.add(filterTerm('i', document.authorId))
  if (document.authorName !== '') terms.add(filterTerm('n', document.authorName))
  for (const [bit, platform] of PLATFORMS.entries()) {
    if ((document.platforms & (1 << bit)) !== 0) terms.add(filterTerm('p', platform))
  }
  return [...terms]
}

/** Orders that every peer supports. */
const PEER_SORTS = ['recent', 'oldest', 'name', 'popular'] as const
export type PeerSort = (typeof PEER_SORTS)[number]

/** @throws for an order that only our index supports. */
export function peerSort({ sort }: Pick<CatalogQuery, 'sort'>): PeerSort {
  const supportedSort = PEER_SORTS.find(one => one === sort)
  if (supportedSort === undefined) throw new Error(`Not an order of every peer: ${sort}`)
  return supportedSort
}

/** A query as terms: all of `all`, one of each group in `any`, a word that begins with `prefix`, none of `none`. */
export interface TermQuery {
  all: string[]
  any: string[][]
  prefix: string | null
  none: string[]
}

/** @throws for phrases, other forms of words, conditions and avatar ids, which terms cannot express. */
export function termQuery({ text, author, tags, platform }: CatalogQuery): TermQuery {
  if (
    text.phrases.length > 0 ||
    text.notPhrases.length > 0 ||
    text.forms.size > 0 ||
    text.conditions.length > 0 ||
    text.avatarIds.length > 0 ||
    text.matchesNothing
  ) {
    throw new Error(`Not a query for every peer: ${JSON.stringify(text)}`)
  }
  const all = [...text.words]
  const any: string[][] = []
  if (text.authorId !== null) all.push(filterTerm('i', text.authorId))
  all.push(...tags.map(tag => filterTerm('t', tag)))
  if (platform !== null) all.push(filterTerm('p', platform))
  if (author !== null) {
    const terms: string[] = []
    if (author.kind !== 'name') terms.push(filterTerm('i', author.id))
    if (author.kind !== 'id') terms.push(filterTerm('n', author.foldedName))
    any.push(terms)
  }
  const none = [...text.notWords, ...text.notTags.map(one => filterTerm('t', one))]
  return { all, any, prefix: text.prefix, none }
}

function filterTerm(kind: string, value: string): string {
  return `_${kind}${Buffer.from(value).toString('hex')}`
}
