import { isDeepStrictEqual } from 'node:util'
import { PLATFORMS, type Platform, RATINGS, type Rating } from '@avatary/contract/avatar'
import type {
  AuthorFilter,
  CatalogQuery,
  CatalogSort,
  Condition,
  CountedText,
  IndexDocument,
  RelevanceQuery,
  SearchIndex,
  SearchPage,
  SimilarWord,
  SimilarWordsQuery,
  TextKind,
  TextQuery,
} from '../../../src/avatars/index.ts'
import { similarityTo, weightOf } from '../../../src/kernel/text/similar.ts'
import { similarRuns } from '../../../src/kernel/text/similar-runs.ts'
import { characterPairs, isUnspaced } from '../../../src/kernel/text/tokenize.ts'
import { scoreOf } from '../../../src/platform/search/score.ts'

interface Texts {
  /** True when the text is also searched in tags. */
  readonly hasTags: boolean
  readonly fields: readonly (readonly string[])[]
  readonly words: ReadonlySet<string>
}

interface Entry extends IndexDocument {
  readonly slot: number
  readonly whole: Texts
  readonly undescribed: Texts
}

/**
 * A search index as `search-port.ts` specifies it, implemented by scanning and sorting: slow, but simple enough to be
 * evidently correct. Tests and the benchmark compare the live index with it; some tests use it for a few documents.
 */
export function createReferenceIndex(): SearchIndex {
  return new ReferenceIndex()
}

class ReferenceIndex implements SearchIndex {
  readonly #entries: Entry[] = []
  readonly #slotOfId = new Map<string, number>()
  /** Cache of the listed documents, until one changes. */
  #listedEntries: Entry[] | null = null
  /** Cache of their counted texts, until a document changes. */
  readonly #countedTexts = new Map<TextKind, CountedText[]>()
  readonly #similar = new Map<string, SimilarWord[]>()

  get size(): number {
    return this.#entries.length
  }

  put(slot: number, document: IndexDocument): void {
    if (slot > this.size) throw new RangeError(`slot ${slot} leaves a gap: the next one is ${this.size}`)
    const { fields, description, extraWords } = document
    const all = [...fields, description]
    const whole = { fields: all, hasTags: true, words: new Set([...all.flat(), ...extraWords]) }
    this.#entries[slot] = { ...document, slot, whole, undescribed: textsOf(fields, true) }
    this.#dropTexts()
    this.#slotOfId.set(document.id, slot)
  }

  setListed(slot: number, isListed: boolean): void {
    this.#entries[slot] = { ...this.#entry(slot), isListed }
    this.#dropTexts()
  }

  setCounters(slot: number, views: number, likes: number): void {
    this.#entries[slot] = { ...this.#entry(slot), views, likes }
    this.#listedEntries = null
  }

  viewsOf(slot: number): number {
    return this.#entry(slot).views
  }

  likesOf(slot: number): number {
    return this.#entry(slot).likes
  }

  addedAtMsOf(slot: number): number {
    return this.#entry(slot).addedAtMs
  }

  updatedAtMsOf(slot: number): number | null {
    return this.#entry(slot).updatedAtMs
  }

  readId(slot: number, into: Buffer): void {
    into.write(this.#entry(slot).id.replace('avtr_', '').replaceAll('-', ''), 'hex')
  }

  #dropTexts(): void {
    this.#listedEntries = null
    this.#countedTexts.clear()
    this.#similar.clear()
  }

  search(query: CatalogQuery): SearchPage {
    const { relevance } = query
    const matches = this.#matching(query)
    if (relevance === null) return pageOf(matches, query)
    const byTier = Map.groupBy(matches, entry => tierOf(entry, relevance))
    const slots = Array.from({ length: TIERS }, (_, tier) =>
      slotsOf(byTier.get(tier) ?? [], query.sort),
    ).flat()
    return { total: slots.length, slots: slots.slice(query.offset, query.offset + query.limit) }
  }

  matchesAmong(query: CatalogQuery, slots: Uint32Array): { total: number; places: Uint32Array } {
    const matches = new Set(this.#matching(query).map(({ slot }) => slot))
    const places = Array.from(slots.keys()).filter(place => matches.has(slots[place]!))
    return { total: matches.size, places: Uint32Array.from(places) }
  }

  searchWithout(query: CatalogQuery, slots: Uint32Array): SearchPage {
    return pageOf(
      this.#matching(query).filter(({ slot }) => !slots.includes(slot)),
      query,
    )
  }

  addedAtOf(slots: Uint32Array): Float64Array {
    return Float64Array.from(slots, slot => this.#entry(slot).addedAtMs)
  }

  compare(sort: CatalogSort, a: number, b: number): number {
    return ORDERS[sort](this.#entry(a), this.#entry(b))
  }

  listedSlots(sort: CatalogSort): Uint32Array {
    return Uint32Array.from(slotsOf(this.#listed(), sort))
  }

  slotOf(id: string): number {
    return this.#slotOfId.get(id) ?? -1
  }

  isListed(slot: number, platform: Platform | null = null): boolean {
    const entry = this.#entries[slot]
    return entry?.isListed === true && (platform === null || hasPlatform(entry, platform))
  }

  counts(): { listed: number; creators: number } {
    const listed = this.#listed()
    return { listed: listed.length, creators: new Set(listed.map(creatorOf).filter(one => one !== '')).size }
  }

  topTags(limit: number): { tag: string; count: number }[] {
    return this.textsBeginningWith('tags', '', limit).map(({ text, count }) => ({ tag: text, count }))
  }

  textsBeginningWith(kind: TextKind, beginning: string, limit: number): CountedText[] {
    return this.#counted(kind)
      .filter(({ text }) => text.startsWith(beginning))
      .sort((a, b) => b.count - a.count || byCodeUnits(a.text, b.text))
      .slice(0, limit)
  }

  *wordsSimilarTo(word: string, { minCount, limit }: SimilarWordsQuery): Generator<void, SimilarWord[]> {
    const found =
      this.#similar.get(word) ?? (isUnspaced(word) ? this.#similarRuns(word) : this.#similarWords(word))
    this.#similar.set(word, found)
    return found
      .filter(({ count }) => count >= minCount)
      .sort((a, b) => weightOf(b.edits, b.count) - weightOf(a.edits, a.count) || byCodeUnits(a.text, b.text))
      .slice(0, limit)
  }

  #similarWords(word: string): SimilarWord[] {
    const edits = similarityTo(word)
    return this.#counted('words')
      .map(one => ({ ...one, edits: edits(one.text) }))
      .filter(one => one.edits > 0)
  }

  #similarRuns(run: string): SimilarWord[] {
    const words = this.#counted('words').map(({ text }) => text)
    const found = similarRuns(run, {
      has: pair => words.includes(pair),
      charactersAfter: character =>
        words.flatMap(word => ([...word][0] === character ? [...word].slice(1, 2) : [])),
    })
    return Array.from(found, ([text, edits]) => {
      const pairs = characterPairs(text)
      const isFound = (entry: Entry) => pairs.every(pair => entry.whole.words.has(pair))
      return { text, edits, count: this.#listed().filter(isFound).length }
    })
  }

  #counted(kind: TextKind): readonly CountedText[] {
    const known = this.#countedTexts.get(kind)
    if (known !== undefined) return known
    const counts = new Map<string, number>()
    for (const { whole, tags, authorName } of this.#listed())
      for (const text of { words: whole.words, tags, authors: [authorName] }[kind])
        counts.set(text, (counts.get(text) ?? 0) + 1)
    const counted = Array.from(counts, ([text, count]) => ({ text, count }))
    this.#countedTexts.set(kind, counted)
    return counted
  }

  #matching(query: CatalogQuery): Entry[] {
    return this.#listed().filter(entry => matchesQuery(entry, query))
  }

  #listed(): Entry[] {
    this.#listedEntries ??= this.#entries.filter(entry => entry.isListed)
    return this.#listedEntries
  }

  #entry(slot: number): Entry {
    const entry = this.#entries[slot]
    if (entry === undefined) throw new RangeError(`slot ${slot} is not in use`)
    return entry
  }
}

function matchesQuery(entry: Entry, { text, author, tags, platform }: CatalogQuery): boolean {
  return (
    matchesText(entry, text) &&
    (author === null || matchesAuthor(entry, author)) &&
    tags.every(tag => entry.tags.includes(tag)) &&
    (platform === null || hasPlatform(entry, platform))
  )
}

const TIERS = 9

/** The tier of relevance to which a match belongs; 0 is the best. */
function tierOf(entry: Entry, { nameKeys, authorTokens, text }: RelevanceQuery): number {
  const [typed] = nameKeys
  if (entry.nameKey === typed) return 0
  if (nameKeys.includes(entry.nameKey)) return 1
  if (typed !== undefined && entry.nameKey.startsWith(typed)) return 2
  if (nameKeys.some(nameKey => entry.nameKey.startsWith(nameKey))) return 3
  const { fields, nameFields, authorFields } = entry
  const ends = [nameFields, nameFields + authorFields, fields.length]
  const found = ends.findIndex((end, i) => matchesText(entry, text, textsOf(fields.slice(0, end), i === 2)))
  if (found === 0) return 4
  if (authorFields === 1 && isDeepStrictEqual(fields[nameFields], authorTokens)) return 5
  return found === -1 ? 8 : 5 + found
}

function textsOf(fields: Texts['fields'], hasTags: boolean): Texts {
  return { fields, hasTags, words: new Set(fields.flat()) }
}

function matchesText(
  entry: Entry,
  text: TextQuery,
  texts = text.skipsDescription ? entry.undescribed : entry.whole,
): boolean {
  const { prefix } = text
  return (
    !text.matchesNothing &&
    text.words.every(word => texts.words.has(word) || hasOtherForm(entry, texts, text, word)) &&
    (prefix === null ||
      texts.words.values().some(word => word.startsWith(prefix)) ||
      hasOtherForm(entry, texts, text, prefix)) &&
    text.phrases.every(phrase => hasPhrase(texts, phrase)) &&
    !text.notWords.some(word => texts.words.has(word)) &&
    !text.notPhrases.some(phrase => hasPhrase(texts, phrase)) &&
    !text.notTags.some(tag => entry.tags.includes(tag)) &&
    text.conditions.every(condition => fulfils(entry, texts, condition)) &&
    (text.avatarIds.length === 0 || text.avatarIds.includes(entry.id)) &&
    (text.authorId === null || entry.authorId === text.authorId)
  )
}

function hasOtherForm(entry: Entry, texts: Texts, { forms }: TextQuery, word: string): boolean {
  return (forms.get(word) ?? []).some(form => fulfils(entry, texts, form))
}

function fulfils(entry: Entry, texts: Texts, condition: Condition): boolean {
  switch (condition.kind) {
    case 'word':
      return texts.words.has(condition.word)
    case 'prefix':
      return texts.words.values().some(word => word.startsWith(condition.prefix))
    case 'phrase':
      return hasPhrase(texts, condition.tokens)
    case 'split':
      return texts.fields.some(field => hasJoined(field, condition.word))
    case 'tag':
      return texts.hasTags && entry.tags.includes(condition.tag)
    case 'author':
      return matchesAuthor(entry, condition.author)
    case 'platform':
      return hasPlatform(entry, condition.platform)
    case 'performance':
      return (condition.platform === null ? PLATFORMS : [condition.platform]).some(platform =>
        condition.ratings.some(rating => rating === ratingOn(entry, platform)),
      )
    case 'range':
      return isInRange(entry, condition)
    case 'all':
      return condition.of.every(one => fulfils(entry, texts, one))
    case 'any':
      return condition.of.some(one => fulfils(entry, texts, one))
    case 'not':
      return !fulfils(entry, texts, condition.of)
  }
}

function hasPlatform({ platforms }: Entry, platform: Platform): boolean {
  return (platforms & (1 << PLATFORMS.indexOf(platform))) !== 0
}

function ratingOn({ performance }: Entry, platform: Platform): Rating | undefined {
  return RATINGS[((performance >> (3 * PLATFORMS.indexOf(platform))) & 7) - 1]
}

function isInRange(entry: Entry, { column, range }: Extract<Condition, { kind: 'range' }>): boolean {
  const { views, addedAtMs: addedAt, updatedAtMs: updatedAt } = entry
  const value = { views, addedAt, updatedAt }[column]
  return value !== null && value >= range.from && value < range.before
}

function matchesAuthor(entry: Entry, author: AuthorFilter): boolean {
  switch (author.kind) {
    case 'id':
      return entry.authorId === author.id
    case 'name':
      return entry.authorName === author.foldedName
    case 'id-or-name':
      return entry.authorId === author.id || entry.authorName === author.foldedName
  }
}

function hasJoined(field: readonly string[], word: string): boolean {
  return field.some((_, start) =>
    [2, 3, 4].some(count => {
      const parts = field.slice(start, start + count)
      return parts.length === count && parts.every(part => part.length >= 3) && parts.join('') === word
    }),
  )
}

function hasPhrase({ fields }: Texts, phrase: readonly string[]): boolean {
  return fields.some(field =>
    field.some((_, start) => phrase.every((token, i) => field[start + i] === token)),
  )
}

/** Identifies the author: by id, else by folded name; empty when neither is known. */
function creatorOf({ authorId, authorName }: Entry): string {
  if (authorId !== '') return `id ${authorId}`
  return authorName === '' ? '' : `name ${authorName}`
}

function pageOf(matches: readonly Entry[], { sort, offset, limit }: CatalogQuery): SearchPage {
  const slots = slotsOf(matches, sort)
  return { total: slots.length, slots: slots.slice(offset, offset + limit) }
}

function slotsOf(entries: readonly Entry[], sort: CatalogSort): number[] {
  return entries.toSorted(ORDERS[sort]).map(entry => entry.slot)
}

const byRecent = (a: Entry, b: Entry): number => b.addedAtMs - a.addedAtMs || byCodeUnits(b.id, a.id)

const byScore = (a: Entry, b: Entry): number => scoreOf(b.views, b.addedAtMs) - scoreOf(a.views, a.addedAtMs)

const ORDERS: Readonly<Record<CatalogSort, (a: Entry, b: Entry) => number>> = {
  recent: byRecent,
  oldest: (a, b) => byRecent(b, a),
  name: (a, b) =>
    Number(a.nameKey === '') - Number(b.nameKey === '') ||
    byCodeUnits(a.nameKey, b.nameKey) ||
    byRecent(a, b),
  popular: (a, b) => b.views - a.views || b.likes - a.likes || byRecent(a, b),
  relevance: (a, b) => byScore(a, b) || byRecent(a, b),
  updated: (a, b) =>
    Number(a.updatedAtMs === null) - Number(b.updatedAtMs === null) ||
    (b.updatedAtMs ?? 0) - (a.updatedAtMs ?? 0) ||
    byRecent(a, b),
}

function byCodeUnits(a: string, b: string): number {
  return Number(a > b) - Number(a < b)
}
