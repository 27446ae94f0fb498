import { fold } from '../kernel/text/fold.ts'
import {
  characterPairs,
  isToken,
  isUnspaced,
  runTokens,
  textRuns,
  wordRuns,
} from '../kernel/text/tokenize.ts'
import { packPerformance, packPlatforms } from './field-kinds.ts'
import type { AvatarField } from './fields.ts'
import type { CatalogRecord } from './record.ts'
import type { IndexDocument } from './search-port.ts'
import { tagForm } from './tag-form.ts'

const MAX_NAME_KEY = 100
/** The position before a capital letter that follows a small one. */
const CAPITAL_WORD = /(?<=\p{Ll})(?=\p{Lu})/gu

/** Incremented whenever the same record would be analysed to another document, so that older snapshots are rebuilt. */
export const ANALYSIS_VERSION = 6

/** Changes whenever a read model would keep something else of the same record; older snapshots are then rebuilt. */
export function modelVersion(fields: readonly Pick<AvatarField, 'wire' | 'kept'>[], unicode: string): string {
  const kept = fields.map(field => `${field.wire}:${field.kept}`).join(' ')
  return `${ANALYSIS_VERSION} unicode ${unicode} fields ${kept}`
}

/** The fields of a record that `analyse` reads. */
type Analysed = Pick<
  CatalogRecord,
  | 'id'
  | 'name'
  | 'description'
  | 'authorId'
  | 'authorName'
  | 'tags'
  | 'aiTags'
  | 'platforms'
  | 'performance'
  | 'addedAtMs'
  | 'updatedAtMs'
  | 'views'
  | 'likes'
  | 'isListed'
>

export function analyse(record: Analysed): IndexDocument {
  const name = fold(record.name)
  const creator = fold(record.authorName)
  const tags = tagForms(record)
  return {
    id: record.id,
    ...tokensOf([name, ...partedName(record.name)], creator, tags, foldUnless(record, name)),
    tags,
    authorId: authorIdKey(record.authorId),
    authorName: authorNameKey(record.authorName, creator),
    nameKey: nameKey(name),
    platforms: packPlatforms(record.platforms),
    performance: packPerformance(record.performance),
    addedAtMs: record.addedAtMs,
    updatedAtMs: record.updatedAtMs,
    views: record.views,
    likes: record.likes,
    isListed: record.isListed,
  }
}

/** The author's whole name, folded, for exact matches. A name of only invisible characters is kept as it is. */
export function authorNameKey(name: string, folded = fold(name)): string {
  return folded.trim().replace(/\s+/g, ' ') || name.trim()
}

/** The form in which author ids are compared: `usr_` ids ignore case, legacy ids do not. */
function authorIdKey(id: string): string {
  return /^usr_/i.test(id) ? id.toLowerCase() : id
}

/** Sort key of a folded name: only its letters and digits, so that decoration does not affect the order. */
export function nameKey(foldedName: string): string {
  return textRuns(foldedName).join(' ').slice(0, MAX_NAME_KEY)
}

/** The folded name split where a capital starts a word, as in "DarkDragonGirl"; empty when nothing is to be split. */
function partedName(name: string): string[] {
  return /\p{Ll}\p{Lu}/u.test(name) ? [fold(name.replaceAll(CAPITAL_WORD, ' '))] : []
}

/** About half of all descriptions only repeat the name; those are not folded a second time. */
function foldUnless(record: Pick<CatalogRecord, 'name' | 'description'>, foldedName: string): string {
  return record.description === record.name ? foldedName : fold(record.description)
}

function tagForms(record: Pick<CatalogRecord, 'tags' | 'aiTags'>): string[] {
  if (record.tags.length === 0 && record.aiTags.length === 0) return []
  const forms = new Set([...record.tags, ...record.aiTags].map(tagForm))
  forms.delete('')
  return [...forms]
}

type Tokens = Pick<IndexDocument, 'fields' | 'nameFields' | 'creatorFields' | 'description' | 'extraWords'>

/** Token sequences of the texts. A text equal to an earlier one is left out: it adds neither words nor phrases. */
function tokensOf(
  names: readonly string[],
  creator: string,
  tags: readonly string[],
  description: string,
): Tokens {
  const pairs = new Set<string>()
  const read = (text: string): string[] => {
    const runs = wordRuns(text)
    if (runs.every(isToken)) return runs
    for (const run of runs) if (isUnspaced(run)) for (const pair of characterPairs(run)) pairs.add(pair)
    return runs.flatMap(runTokens)
  }
  const texts = new Set<string>()
  const fields: string[][] = []
  const addField = (text: string): void => {
    const tokens = texts.has(text) ? [] : read(text)
    texts.add(text)
    if (tokens.length > 0) fields.push(tokens)
  }
  names.forEach(addField)
  const nameFields = fields.length
  addField(creator)
  const creatorFields = fields.length - nameFields
  tags.forEach(addField)
  return {
    fields,
    nameFields,
    creatorFields,
    description: texts.has(description) ? [] : read(description),
    extraWords: [...pairs],
  }
}
