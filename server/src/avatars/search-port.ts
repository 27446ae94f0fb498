import type { Platform, Rating } from '@avatary/contract/avatar'

/**
 * A search text after parsing and folding (see `parse-query.ts`). A document must match every part; a query without
 * any part matches everything, unless `matchesNothing` is set.
 */
export interface TextQuery {
  /** Folded words, each of which the document must have. */
  readonly words: readonly string[]
  /** The last word, if it may still be incomplete: the document must have a word that starts with it. */
  readonly prefix: string | null
  /** Alternatives for words and for `prefix`: a document that meets one of them need not have the word. */
  readonly forms: OtherForms
  /** Sequences of folded tokens that must be adjacent, in this order, within one field. */
  readonly phrases: readonly (readonly string[])[]
  readonly notWords: readonly string[]
  readonly notPhrases: readonly (readonly string[])[]
  /** Tags in normal form that the document must not have. */
  readonly notTags: readonly string[]
  /** Conditions of qualifiers, alternatives and groups, all of which must hold. */
  readonly conditions: readonly Condition[]
  /** Set when the text contained avatar ids or URLs: only these avatars match. */
  readonly avatarIds: readonly string[]
  /** Set when the text contained an author id: only avatars of this author match. */
  readonly authorId: string | null
  /** True when a text was given but nothing in it can be searched ("♡"): then no document matches. */
  readonly matchesNothing: boolean
  /**
   * True when words, prefix and phrases, wanted or excluded, are only looked for in `fields`, and not in `description`
   * or `extraWords` (see `withoutDescriptionSearch`).
   */
  readonly skipsDescription: boolean
}

/** Alternative conditions for a word, keyed by the word. */
export type OtherForms = ReadonlyMap<string, readonly Condition[]>

/** A condition, possibly nested. `skipsDescription` has no effect on those that are filters. */
export type Condition =
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'prefix'; readonly prefix: string }
  | { readonly kind: 'phrase'; readonly tokens: readonly string[] }
  /** Two to four consecutive tokens of at least three letters that, written together, are the word. */
  | { readonly kind: 'split'; readonly word: string }
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'author'; readonly author: AuthorFilter }
  | { readonly kind: 'platform'; readonly platform: Platform }
  /** One of the ratings on the platform, or on any platform when it is null. */
  | { readonly kind: 'performance'; readonly platform: Platform | null; readonly ratings: readonly Rating[] }
  | { readonly kind: 'range'; readonly column: RangeColumn; readonly range: NumberRange }
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  | { readonly kind: 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }

/** Numbers of a document that a range can bound. Moments are in milliseconds; an unknown one is in no range. */
export type RangeColumn = 'addedAt' | 'updatedAt' | 'views'

/** The numbers n with `from` <= n < `before`; an absent bound is infinite. */
export interface NumberRange {
  readonly from: number
  readonly before: number
}

export type AuthorFilter =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'name'; readonly foldedName: string }
  /** Ten letters or digits may be a legacy author id or a name: either matches. */
  | { readonly kind: 'id-or-name'; readonly id: string; readonly foldedName: string }

/**
 * No order depends on slots, so that all processes return the same pages whatever order they loaded avatars in:
 * - `recent`: addedAt descending, then id descending; `oldest` is its exact reverse;
 * - `name`: nameKey by UTF-16 code units, empty last, then as `recent`;
 * - `popular`: views descending, likes descending, then as `recent`;
 * - `updated`: updatedAt descending, unknown last, then as `recent`;
 * - `relevance`: by tier (`RelevanceQuery`), within a tier by `scoreOf` descending, then as `recent`. Lists without a
 *   search text, and results of `searchWithout`, have no tiers.
 */
export type CatalogSort = 'recent' | 'oldest' | 'name' | 'popular' | 'updated' | 'relevance'

/**
 * Input for the tiers of the order by relevance. A match is in the first tier that fits. Its `nameKey` (1) is the
 * searched one as typed, (2) is it in another spelling, (3) begins with it as typed, (4) begins with it in another
 * spelling. (5) All words are in the name. (6) The text is its author's whole name. All words are (7) in name and
 * author, (8) in name, author and tags, (9) anywhere. A tag that stands for a word is looked for in the tags.
 */
export interface RelevanceQuery {
  /**
   * The words of the search in the form of a document's `nameKey`, first as typed, then in each other spelling; none
   * when they do not form one text.
   */
  readonly nameKeys: readonly string[]
  /** The searched text as the tokens of an author's whole name, at least one; null when it cannot be such a name. */
  readonly authorTokens: readonly string[] | null
  /** The query whose words are located, without character pairs: the index does not know in which field a pair is. */
  readonly text: TextQuery
}

export interface CatalogQuery {
  readonly text: TextQuery
  readonly author: AuthorFilter | null
  /** Tags in normal form, all of which the document must have, be they the author's or derived. */
  readonly tags: readonly string[]
  readonly platform: Platform | null
  readonly sort: CatalogSort
  /** Null for a query without words, and for any other sort. */
  readonly relevance: RelevanceQuery | null
  readonly offset: number
  readonly limit: number
}

/** An avatar as the index stores it; `analyse` makes it from a catalog record. */
export interface IndexDocument {
  /** `avtr_` and a lower-case UUID. */
  readonly id: string
  /**
   * Token sequences for phrases, by field, none of them empty: the name, the name split into words (`analyse`), the
   * author's name, then each tag. In scripts without spaces each character is a token here. The words of the document
   * are these tokens, the tokens of `description`, and `extraWords`.
   */
  readonly fields: readonly (readonly string[])[]
  /** Number of `fields`, from the first, that hold the name. */
  readonly nameFields: number
  /** Number of the `fields` after those that hold the author's name. */
  readonly authorFields: number
  /** Token sequence of the description; empty when it repeats another field. */
  readonly description: readonly string[]
  /** Words that are not tokens: pairs of neighbouring characters in scripts without spaces. */
  readonly extraWords: readonly string[]
  /** Distinct tags in normal form. */
  readonly tags: readonly string[]
  readonly authorId: string
  /** The author's whole name, folded; empty when unknown. */
  readonly authorName: string
  /** Sort key of the name; empty names sort last. */
  readonly nameKey: string
  /** A bit set: bit 0 pc, bit 1 quest, bit 2 ios. */
  readonly platforms: number
  /** Three bits per platform, pc lowest: 0 unknown, else 1 + the index in `RATINGS`. */
  readonly performance: number
  readonly addedAtMs: number
  /** Null when unknown. */
  readonly updatedAtMs: number | null
  readonly views: number
  readonly likes: number
  readonly isListed: boolean
}

/** The slots of one page in order, and the exact number of listed matches. */
export interface SearchPage {
  readonly total: number
  readonly slots: readonly number[]
}

/**
 * A search whose matches are divided in two: some avatars come first in an order that the index does not know (such as
 * trending), and the rest follow in an order of the index.
 */
export interface DividedSearch {
  /** The exact number of matches, and which of `slots` are among them, as ascending places in `slots`. */
  matchesAmong(query: CatalogQuery, slots: Uint32Array): { total: number; places: Uint32Array }
  /** Like `search`, but as if `slots` (distinct) did not match. */
  searchWithout(query: CatalogQuery, slots: Uint32Array): SearchPage
  /** `addedAtMs` of each slot. */
  addedAtOf(slots: Uint32Array): Float64Array
  /** Negative when slot `a` comes before `b` in the order of `sort`. */
  compare(sort: CatalogSort, a: number, b: number): number
}

/** Kinds of texts in the index: words of documents, tags in normal form, folded author names. */
export type TextKind = 'words' | 'tags' | 'authors'

export interface CountedText {
  readonly text: string
  readonly count: number
}

export interface SimilarWord extends CountedText {
  /** The number of edits that turn the one word into the other. */
  readonly edits: number
}

/** Asks for at most `limit` words that at least `minCount` (1 or more) listed documents have. */
export interface SimilarWordsQuery {
  readonly minCount: number
  readonly limit: number
}

/** Texts to suggest while somebody types, or when a search finds nothing. */
export interface IndexTexts {
  /**
   * Texts that start with `beginning`, most frequent first, ties by text. When there are very many, the most frequent
   * ones are chosen by an estimate; the returned counts are exact.
   */
  textsBeginningWith(kind: TextKind, beginning: string, limit: number): CountedText[]
  /**
   * Words similar to `word` (`similarityTo`), heaviest first (`weightOf`), ties by text. For text in a script without
   * spaces these are similar runs (`similarRuns`), counted by the documents that have all of their character pairs.
   * Found in steps, between which there may be searches and changes.
   */
  wordsSimilarTo(word: string, query: SimilarWordsQuery): Generator<void, SimilarWord[]>
}

/**
 * The search index. Slots are dense integers from 0 that the read model assigns, one per avatar for the lifetime of the
 * index. Only listed documents are found and counted. All methods are synchronous; `search` sees earlier changes.
 */
export interface SearchIndex extends DividedSearch, IndexTexts {
  /** Adds a document, or replaces the one in the slot. */
  put(slot: number, document: IndexDocument): void
  setListed(slot: number, isListed: boolean): void
  setCounters(slot: number, views: number, likes: number): void
  /** The current counters of a slot, listed or not. */
  viewsOf(slot: number): number
  likesOf(slot: number): number
  addedAtMsOf(slot: number): number
  /** Null when unknown. */
  updatedAtMsOf(slot: number): number | null
  /** Writes the 16 bytes of the UUID in the id of a slot, listed or not. */
  readId(slot: number, into: Buffer): void
  search(query: CatalogQuery): SearchPage
  /** All listed slots in the order of `sort`, as a new array; takes at most a few milliseconds per million. */
  listedSlots(sort: CatalogSort): Uint32Array
  /** The slot of an avatar, listed or not; -1 when the index does not have it. */
  slotOf(id: string): number
  /** True for a listed document, and if a platform is given, only for one that supports it. */
  isListed(slot: number, platform?: Platform | null): boolean
  readonly size: number
  /** The number of listed documents, and of their distinct authors (by id, or else by folded name). */
  counts(): { listed: number; creators: number }
  /** Tags in normal form with the number of listed documents that have them, most used first, ties by tag. */
  topTags(limit: number): { tag: string; count: number }[]
}
