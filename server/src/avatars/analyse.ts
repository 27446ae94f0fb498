import { fold } from '../kernel/text/fold.ts'
import { textRuns } from '../kernel/text/tokenize.ts'
import { DocumentTexts, TagCache } from './document-texts.ts'
import { packPerformance, packPlatforms } from './field-kinds.ts'
import type { AvatarField } from './fields.ts'
import type { CatalogRecord } from './record.ts'
import type { IndexDocument } from './search-port.ts'

const MAX_NAME_KEY_LENGTH = 100
/** Matches a capital letter that follows a small one. */
const INNER_CAPITAL = /\p{Ll}\p{Lu}/u
/** Matches the position before such a letter. */
const BEFORE_INNER_CAPITAL = /(?<=\p{Ll})(?=\p{Lu})/gu

/** Increment it when the same record is analysed to another document, so that older snapshots are rebuilt. */
export const ANALYSIS_VERSION = 8

/** Changes when a read model keeps something else of the same record; older snapshots are then rebuilt. */
export function analysisVersionOf(fields: readonly AvatarField[], unicode: string): string {
  const fieldForms = fields.map(field => `${field.wire}:${field.form}`).join(' ')
  return `${ANALYSIS_VERSION} unicode ${unicode} fields ${fieldForms}`
}

/** Returns `analyse` with a cache of tags, for very many records. */
export function createAnalyse(): (record: CatalogRecord) => IndexDocument {
  const tags = new TagCache()
  return record => analyse(record, tags)
}

export function analyse(record: CatalogRecord, tags = new TagCache()): IndexDocument {
  const name = fold(record.name)
  const foldedAuthor = fold(record.authorName)
  const texts = new DocumentTexts(tags)
  texts.addField(name)
  const nameFields = texts.addField(splitName(record.name, name))
  const authorFields = texts.addField(foldedAuthor) - nameFields
  texts.addTags(record.tags)
  texts.addTags(record.aiTags)
  const description = texts.addText(foldedDescription(record, name))
  return {
    id: record.id,
    fields: texts.fields,
    nameFields,
    authorFields,
    description,
    extraWords: texts.extraWords,
    tags: texts.tags,
    authorId: authorIdKey(record.authorId),
    authorName: authorNameKey(record.authorName, foldedAuthor),
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
export function authorNameKey(name: string, foldedName = fold(name)): string {
  return foldedName.trim().replace(/\s+/g, ' ') || name.trim()
}

/** The form in which author ids are compared: `usr_` ids ignore case, legacy ids do not. */
function authorIdKey(id: string): string {
  return /^usr_/i.test(id) ? id.toLowerCase() : id
}

/** Sort key of a folded name: only its letters and digits, so that decoration does not affect the order. */
export function nameKey(foldedName: string): string {
  return textRuns(foldedName).join(' ').slice(0, MAX_NAME_KEY_LENGTH)
}

/** The folded name, split where a capital starts a word, as in "DarkDragonGirl". */
function splitName(name: string, foldedName: string): string {
  if (name === foldedName || !INNER_CAPITAL.test(name)) return foldedName
  return fold(name.replaceAll(BEFORE_INNER_CAPITAL, ' '))
}

/** Folds a description. About half of all only repeat the name, which is not folded a second time. */
function foldedDescription(record: Pick<CatalogRecord, 'name' | 'description'>, foldedName: string): string {
  return record.description === record.name ? foldedName : fold(record.description)
}
