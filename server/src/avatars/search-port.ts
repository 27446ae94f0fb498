import type { Platform, Rating } from '@avatary/contract/avatar'

/**
 * A typed query, parsed and folded (see `parse-query.ts`). Every part must hold for a document to match;
 * an all-empty query matches everything unless `matchesNothing`.
 */
export interface TextQuery {
  /** Folded words, each of which must be one of the document's words. */
  readonly words: readonly string[]
  /** The last word, when it may still be growing: some word of the document must start with it. */
  readonly prefix: string | null
  /** Conditions that may hold instead of a word of `words`, or of `prefix`. */
  readonly forms: OtherForms
  /** Runs of folded tokens that must stand next to each other in one field. */
  readonly phrases: readonly (readonly string[])[]
  readonly notWords: readonly string[]
  readonly notPhrases: readonly (readonly string[])[]
  /** Tags, in normal form, the document must not have. */
  readonly notTags: readonly string[]
  /** Conditions of qualifiers, alternatives and groups, each of which must hold, too. */
  readonly conditions: readonly Condition[]
  /** `q` held ids or URLs of avatars: exactly those avatars. */
  readonly avatarIds: readonly string[]
  /** `q` held an author id: exactly that author's. */
  readonly authorId: string | null
  /** Something was typed but nothing of it can be searched ("♡"): no document matches, whatever else holds. */
  readonly matchesNothing: boolean
  /**
   * Words, prefix and phrases, wanted or not, must be tokens of `fields`: neither `description` nor `extraWords` is
   * looked at (see `exceptDescriptions`).
   */
  readonly skipsDescription: boolean
}

/** The other forms of words, by the word. */
export type OtherForms = ReadonlyMap<string, readonly Condition[]>

/** A condition that may stand in another one. Filters hold wherever `skipsDescription` looks for words. */
export type Condition =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'prefix'; readonly prefix: string }
  | { readonly kind: 'phrase'; readonly tokens: readonly string[] }
  /** Two to four consecutive tokens of three letters or more that together are the word. */
  | { readonly kind: 'joined'; readonly word: string }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'author'; readonly author: AuthorFilter }
  | { readonly kind: 'platform'; readonly platform: Platform }
  /** Any of the ratings on the platform, or on any platform when that is null. */
  | { readonly kind: 'performance'; readonly platform: Platform | null; readonly ratings: readonly Rating[] }
  | { readonly kind: 'range'; readonly column: RangeColumn; readonly range: NumberRange }
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  | { readonly kind: 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }

/** Numbers of a document that conditions can bound; moments are in milliseconds, and unknown ones are in no range. */
export type RangeColumn = 'addedAt' | 'updatedAt' | 'views'

/** Numbers from `from` on, but before `before`; infinite where there is no bound. */
export interface NumberRange {
  readonly from: number
  readonly before: number
}

export type AuthorFilter =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'name'; readonly foldedName: string }
  /** Ten letters or digits: a legacy author id as well as a possible name; either matches. */
  | { readonly kind: 'id-or-name'; readonly id: string; readonly foldedName: string }

/**
 * No order depends on slots, so that every process gives the same pages whatever it read first:
 * - `recent`: addedAt descending, then id descending; `oldest` its exact reverse;
 * - `name`: nameKey by UTF-16 code units, empty last, then as `recent`;
 * - `popular`: views descending, likes descending, then as `recent`;
 * - `updated`: updatedAt descending, unknown last, then as `recent`;
 * - `relevance`: by tiers (`RelevanceQuery`), within each by `scoreOf` descending, then as `recent`; lists without a
 *   query, and `without`, have no tiers.
 */
export type CatalogSort = 'recent' | 'oldest' | 'name' | 'popular' | 'updated' | 'relevance'

/**
 * The tiers of an order by relevance, each without the matches of those before: the name is `nameKey`, begins with it;
 * all words are in the name, in name and creator, in these and the tags, anywhere. A tag that stands for a word is found
 * in the tags.
 */
export interface RelevanceQuery {
  /** The words searched for as a `nameKey` of documents; empty when they are no single text. */
  readonly nameKey: string
  /** The text whose words are looked for, without pairs of characters, whose field the index does not know. */
  readonly text: TextQuery
}

export interface CatalogQuery {
  readonly text: TextQuery
  readonly author: AuthorFilter | null
  /** Tags in normal form, all of which a document must have: platform tags and derived tags alike. */
  readonly tags: readonly string[]
  readonly platform: Platform | null
  readonly sort: CatalogSort
  /** Null for a query without words, and when `sort` is not `relevance`. */
  readonly relevance: RelevanceQuery | null
  readonly offset: number
  readonly limit: number
}

/** An avatar as the index holds it; made by `analyse` from a catalog record. */
export interface IndexDocument {
  /** `avtr_` and a lower-case UUID shape. */
  readonly id: string
  /**
   * Token sequences by field, for phrases; none of them empty: name, the same with its words parted (`analyse`), author
   * name, then each tag. A character of a script written without spaces is a token of its own here. The document's words
   * are these tokens, those of `description`, and `extraWords`.
   */
  readonly fields: readonly (readonly string[])[]
  /** The number of `fields` that hold the name; they come first. */
  readonly nameFields: number
  /** The number of `fields` behind those that hold the author's name. */
  readonly creatorFields: number
  /** Token sequence of the description; empty when that repeats another field. */
  readonly description: readonly string[]
  /** Words beyond the tokens: pairs of neighbouring characters of scripts written without spaces. */
  readonly extraWords: readonly string[]
  /** Distinct tags in normal form. */
  readonly tags: readonly string[]
  readonly authorId: string
  /** The author's name folded as a whole; empty when unknown. */
  readonly authorName: string
  /** Sort key of the name; empty names sort last. */
  readonly nameKey: string
  /** Bit 0 pc, bit 1 quest, bit 2 ios. */
  readonly platforms: number
  /** Three bits a platform, pc lowest: 0 unknown, else one more than the place among `RATINGS`. */
  readonly performance: number
  readonly addedAtMs: number
  /** Null when unknown. */
  readonly updatedAtMs: number | null
  readonly views: number
  readonly likes: number
  readonly isListed: boolean
}

/** Slots of one page, in order, and the exact number of listed matches. */
export interface SearchPage {
  readonly total: number
  readonly slots: readonly number[]
}

/**
 * Matches parted in two, for lists in which some avatars stand first in an order that the index does not have, and the
 * rest follow in one that it has.
 */
export interface PartedSearch {
  /** The exact number of matches, and which of `slots` are among them: their places in `slots`, ascending. */
  among(query: CatalogQuery, slots: Uint32Array): { total: number; places: Uint32Array }
  /** Like `search`, but `slots` (distinct) do not match. */
  without(query: CatalogQuery, slots: Uint32Array): SearchPage
  /** `addedAtMs` of each slot. */
  addedAtOf(slots: Uint32Array): Float64Array
  /** Negative when slot `a` stands before `b` in the order of `sort`. */
  compare(sort: CatalogSort, a: number, b: number): number
}

/** Texts that the index knows: words of documents, tags in normal form, folded names of authors. */
export type TextKind = 'words' | 'tags' | 'authors'

export interface CountedText {
  readonly text: string
  readonly count: number
}

export interface SimilarWord extends CountedText {
  readonly edits: number
}

/** At most `limit` words, of those that at least `least` (from 1) listed documents have. */
export interface WantedWords {
  readonly least: number
  readonly limit: number
}

/** Texts to suggest while somebody types, or when nothing is found. */
export interface IndexTexts {
  /**
   * Texts that begin with `beginning`, most frequent first, ties by text. Of very many texts, the most frequent are
   * chosen by an estimate; counts are exact.
   */
  textsBeginningWith(kind: TextKind, beginning: string, limit: number): CountedText[]
  /**
   * Words that are similar to a word (`similarityTo`), heaviest first (`weightOf`), ties by text. To a run of a script
   * written without spaces, similar runs (`similarRuns`), which count the documents that have all of their pairs.
   */
  wordsSimilarTo(word: string, wanted: WantedWords): SimilarWord[]
}

/**
 * The search index over slots: dense integers from 0, given by the read model, one per avatar for the life of the
 * index. Only listed documents are ever found or counted. Every method is synchronous and a change is seen by the
 * next `search`.
 */
export interface SearchIndex extends PartedSearch, IndexTexts {
  /** Adds the document, or replaces all that was known of the slot. */
  put(slot: number, document: IndexDocument): void
  setListed(slot: number, isListed: boolean): void
  setCounters(slot: number, views: number, likes: number): void
  /** The current counters of a slot, listed or not. */
  viewsOf(slot: number): number
  likesOf(slot: number): number
  search(query: CatalogQuery): SearchPage
  /** Every listed slot in the order of `sort`; a fresh array, at most a few milliseconds per million. */
  listedSlots(sort: CatalogSort): Uint32Array
  /** The slot of an avatar id (listed or not), or -1. */
  slotOf(id: string): number
  /** True for a listed document, of a platform if one is given. */
  isListed(slot: number, platform?: Platform | null): boolean
  readonly size: number
  /** Listed documents, and distinct authors among them (by id, else by folded name). */
  counts(): { listed: number; creators: number }
  /** Tags in normal form with the number of listed documents that bear them, most used first, ties by tag. */
  topTags(limit: number): { tag: string; count: number }[]
}
