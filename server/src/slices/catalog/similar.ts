import {
  type CatalogQuery,
  type CatalogView,
  EMPTY_QUERY,
  NO_TEXT,
  nameKey,
  tagForm,
} from '../../avatars/index.ts'
import { fold } from '../../kernel/text/fold.ts'
import { wordRuns } from '../../kernel/text/tokenize.ts'
import { wordsOfRun } from './other-forms.ts'
import { isShownTag } from './tags.ts'

type SimilarView = Pick<CatalogView, 'search' | 'read' | 'countersOf' | 'counts'>

/** Maximum number of an avatar's tags and words, rarest first, by which similar avatars are searched. */
const MAX_TRAITS = 8
/** Maximum number of traits, rarest first, that are also searched in pairs. */
const MAX_PAIRED_TRAITS = 4
/** Maximum number of avatars, most viewed first, that are compared for each trait, and for each pair of traits. */
const AVATARS_PER_TRAIT = 20
const AVATARS_PER_PAIR = 10
/** A shared tag counts more than a shared word of the name. */
const TAG_WEIGHT = 2

const FIELDS = ['name', 'authorId', 'authorName', 'tags', 'aiTags'] as const

/** A tag or word of a name, with the query that finds avatars by it, and its weight. */
interface Trait {
  readonly query: Partial<CatalogQuery>
  readonly weight: number
}

/** The traits of an avatar that are compared. */
interface ComparedTraits {
  readonly slot: number
  /** Equal for avatars with the same name and author. */
  readonly title: string
  readonly tags: ReadonlySet<string>
  readonly words: ReadonlySet<string>
}

/**
 * Listed avatars similar to one: they share tags (including the base model) and words of the name. Rarer shared traits
 * count more; ties are ordered by views. Uploads with the same name and author are left out, and of several equal ones
 * only the best is kept. The number of searches and comparisons is bounded.
 */
export function similarAvatars(view: SimilarView, slot: number, limit: number): number[] {
  const avatar = readTraits(view, slot)
  const traits = rarestTraits(view, avatar)
  const titles = new Set([avatar.title])
  return findCandidates(view, traits)
    .filter(other => other !== slot)
    .map(other => readTraits(view, other))
    .map(other => ({ ...other, score: scoreOf(traits, other), views: view.countersOf(other.slot).views }))
    .sort((a, b) => b.score - a.score || b.views - a.views || b.slot - a.slot)
    .filter(({ title }) => !titles.has(title) && titles.add(title))
    .slice(0, limit)
    .map(other => other.slot)
}

function readTraits(view: SimilarView, slot: number): ComparedTraits {
  const { name, authorId, authorName, tags, aiTags } = view.read(FIELDS, slot)
  const foldedName = fold(name)
  return {
    slot,
    title: `${nameKey(foldedName)}\n${authorId || authorName}`,
    tags: new Set([...tags, ...aiTags].map(tagForm).filter(isShownTag)),
    words: new Set(wordRuns(foldedName).flatMap(wordsOfRun)),
  }
}

/** The tags and words that the fewest other avatars have, rarest first. Those that no other avatar has are useless. */
function rarestTraits(view: SimilarView, { tags, words }: ComparedTraits): Trait[] {
  const { listed } = view.counts()
  const weighTrait = (query: Partial<CatalogQuery>, weight: number): Trait & { total: number } => {
    const { total } = find(view, query, 1)
    return { query, total, weight: weight * Math.log((listed + 1) / Math.max(1, total)) }
  }
  return [
    ...Array.from(tags, tag => weighTrait({ tags: [tag] }, TAG_WEIGHT)),
    ...Array.from(words, word => weighTrait({ text: { ...NO_TEXT, words: [word] } }, 1)),
  ]
    .filter(({ total, weight }) => total > 1 && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_TRAITS)
}

/** The most viewed avatars with each trait, and with each two of the rarest. */
function findCandidates(view: SimilarView, traits: readonly Trait[]): number[] {
  const slots = new Set<number>()
  const pairedTraits = traits.slice(0, MAX_PAIRED_TRAITS)
  for (const { query } of traits)
    for (const slot of find(view, query, AVATARS_PER_TRAIT).slots) slots.add(slot)
  for (const [i, one] of pairedTraits.entries())
    for (const other of pairedTraits.slice(i + 1))
      for (const slot of find(view, withBoth(one.query, other.query), AVATARS_PER_PAIR).slots) slots.add(slot)
  return [...slots]
}

function withBoth(one: Partial<CatalogQuery>, other: Partial<CatalogQuery>): Partial<CatalogQuery> {
  const words = [...(one.text?.words ?? []), ...(other.text?.words ?? [])]
  return { tags: [...(one.tags ?? []), ...(other.tags ?? [])], text: { ...NO_TEXT, words } }
}

function find(view: SimilarView, query: Partial<CatalogQuery>, limit: number) {
  return view.search({ ...EMPTY_QUERY, ...query, sort: 'popular', limit })
}

function scoreOf(traits: readonly Trait[], { tags, words }: ComparedTraits): number {
  return traits.reduce((sum, { query, weight }) => {
    const isShared =
      query.tags?.every(tag => tags.has(tag)) ?? query.text!.words.every(word => words.has(word))
    return isShared ? sum + weight : sum
  }, 0)
}
