import { isAuthorId } from '../../kernel/avatar-id.ts'
import { DAY_MS } from '../../kernel/days.ts'
import { isObject, type JsonObject } from '../../kernel/json-object.ts'

/** Longest texts in UTF-16 code units; the rest is cut off. The platform's own limits are far lower. */
const MAX_LENGTHS = { name: 256, description: 8192, authorName: 256, tag: 128 } as const
const MAX_TAGS = 256
/** The platform opened in 2014. Some sources write the year 1 for an unknown date. */
const MIN_DATE_MS = Date.UTC(2014, 0)
const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/i

export function readText(value: unknown, kind: keyof typeof MAX_LENGTHS): string | undefined {
  if (typeof value !== 'string') return undefined
  return value.length <= MAX_LENGTHS[kind] ? value : value.slice(0, MAX_LENGTHS[kind]).toWellFormed()
}

/** An id of the platform, with `usr_…` in lower case; undefined for anything else. */
function readAuthorId(value: unknown): string | undefined {
  if (typeof value !== 'string' || !isAuthorId(value)) return undefined
  return /^usr_/i.test(value) ? value.toLowerCase() : value
}

/**
 * Parses an ISO 8601 date, as UTC if it has no zone, to milliseconds since the epoch; undefined when it is implausible.
 */
export function readDate(value: unknown, nowMs: number): number | undefined {
  if (typeof value !== 'string') return undefined
  const ms = Date.parse(isPlainIso(value) ? value : (completeDate(value) ?? ''))
  return ms >= MIN_DATE_MS && ms <= nowMs + DAY_MS ? ms : undefined
}

/** Fast path for dates in the form of `toISOString`, which nearly all have. */
function isPlainIso(text: string): boolean {
  return text.length === 24 && text.charAt(10) === 'T' && text.charAt(23) === 'Z'
}

function completeDate(text: string): string | undefined {
  const [, date, time = '00:00', zone = 'Z'] = DATE.exec(text) ?? []
  return date === undefined ? undefined : `${date}T${time}${zone}`
}

export function readCount(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined
}

/** Distinct tags of a list, or of a comma-separated text as boards in worlds use; undefined for anything else. */
export function readTags(value: unknown): string[] | undefined {
  const items = typeof value === 'string' ? value.split(',') : value
  if (!Array.isArray(items)) return undefined
  if (items.length === 0) return []
  const tags = new Set<string>()
  for (const item of items) {
    const tag = readText(item, 'tag')?.trim()
    if (tag !== undefined && tag !== '') tags.add(tag)
  }
  return [...tags].slice(0, MAX_TAGS)
}

/** The first of the named fields that is present and not null. */
export function firstPresent(record: JsonObject, names: readonly string[]): unknown {
  for (const name of names) {
    const value = record[name]
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

/** Reads the author from flat fields, from an object, or from a bare name. */
export function readAuthor(record: JsonObject) {
  const { author } = record
  const authorObject = isObject(author) ? author : {}
  const name =
    firstPresent(record, ['authorName', 'author_name']) ?? firstPresent(authorObject, ['name', 'displayName'])
  return {
    authorId: readAuthorId(
      firstPresent(record, ['authorId', 'author_id']) ?? firstPresent(authorObject, ['vrc_id', 'id']),
    ),
    authorName: readText(name ?? (typeof author === 'string' ? author : undefined), 'authorName'),
  }
}
