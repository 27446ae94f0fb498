import { MAX_IMPORT_LENGTH } from '@avatary/contract/account'
import { type AvatarId, findAvatarId, parseAvatarId } from '../../../kernel/avatar-id.ts'
import { fromCsv } from '../../../kernel/csv.ts'
import { isObject, type JsonObject, parseJson } from '../../../kernel/json-object.ts'

export interface FileEntry {
  readonly id: AvatarId
  /** The name of the group as it is in the file; null for no group. */
  readonly group: string | null
  /** Null when the file has no date. */
  readonly savedAtMs: number | null
}

export interface ParsedFile {
  /** In file order. If an avatar has several entries, only the first is kept. */
  readonly entries: readonly FileEntry[]
  /** Icons of groups by name. Groups that are only mentioned by avatars are missing. */
  readonly icons: ReadonlyMap<string, string>
  /** Number of entries without an avatar id. */
  readonly invalidCount: number
}

/** An entry has at least 42 characters: an id of 41 and a separator. */
const MAX_ENTRIES = Math.floor(MAX_IMPORT_LENGTH / 42)

type RawEntry = { readonly id: unknown; readonly group?: unknown; readonly savedAt?: unknown }

/** Longest header of a CSV file, so that a file with a million columns costs little. */
const MAX_HEADER_LENGTH = 1000

/** Names of the column or key of the id in files of other programs, in the form of `plainName`. */
const ID_NAMES = ['id', 'avatarid', 'vrcid', 'avatar']
const AVATAR_IDS = /(?<![a-z0-9_-])avtr_[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![a-z0-9_-])/gi

/**
 * Reads a file of favorites: JSON or CSV from this server, VRCX or other programs, or else every avatar id in the text,
 * as VRCX reads its own lists.
 *
 * @returns null when the text has no avatar id.
 */
export function parseImport(content: string): ParsedFile | null {
  const text = content.replace(/^\ufeff/, '')
  const file = readJson(text) ?? readCsv(text) ?? readText(text)
  return file.entries.length === 0 ? null : file
}

function readJson(text: string): ParsedFile | null {
  if (!/^\s*[[{]/.test(text)) return null
  const value = parseJson(text)
  const rawEntries = Array.isArray(value) ? value : isObject(value) ? entriesIn(value) : undefined
  if (rawEntries === undefined || rawEntries.length > MAX_ENTRIES) return null
  const groups = isObject(value) && Array.isArray(value.groups) ? value.groups.filter(isObject) : []
  const icons = groups.map(({ name, icon }) => [String(name), String(icon)] as const)
  const file = toParsedFile(rawEntries.map(fromJson), new Map(icons))
  return file.entries.length === 0 ? null : file
}

function entriesIn({ avatars, favorites }: JsonObject): unknown[] | undefined {
  return [avatars, favorites].find(Array.isArray)
}

function fromJson(item: unknown): RawEntry {
  if (!isObject(item)) return { id: item }
  const id = Object.entries(item).find(([name]) => ID_NAMES.includes(plainName(name)))?.[1]
  return { id, group: item.group, savedAt: item.savedAt }
}

function readCsv(text: string): ParsedFile | null {
  const header = text.slice(0, MAX_HEADER_LENGTH + 1).split(/[\r\n]/, 1)[0]!
  if (header.length > MAX_HEADER_LENGTH || hasMoreLines(text, MAX_ENTRIES + 1)) return null
  const csv = fromCsv(text)
  if (csv.kind === 'malformed') return null
  const { columns, rows } = csv
  const indexOf = (...names: string[]) => columns.findIndex(column => names.includes(plainName(column)))
  const [idIndex, groupIndex, savedAtIndex] = [indexOf(...ID_NAMES), indexOf('group'), indexOf('savedat')]
  if (idIndex === -1) return null
  const file = toParsedFile(
    rows.map(row => ({ id: row[idIndex], group: row[groupIndex], savedAt: row[savedAtIndex] })),
  )
  return file.entries.length === 0 ? null : file
}

function readText(text: string): ParsedFile {
  return toParsedFile(Array.from(text.matchAll(AVATAR_IDS), ([id]) => ({ id })))
}

function hasMoreLines(text: string, maxLines: number): boolean {
  let newlineIndex = -1
  for (let line = 0; line < maxLines; line++) {
    newlineIndex = text.indexOf('\n', newlineIndex + 1)
    if (newlineIndex === -1) return false
  }
  return newlineIndex < text.length - 1
}

/** The name of a column or key in lower case, without spaces, underscores or hyphens. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '')
}

function toParsedFile(
  rawEntries: readonly RawEntry[],
  icons: ReadonlyMap<string, string> = new Map(),
): ParsedFile {
  const entries = new Map<AvatarId, FileEntry>()
  let invalidCount = 0
  for (const { id: idText, group, savedAt } of rawEntries) {
    const id = typeof idText === 'string' ? (parseAvatarId(idText) ?? findAvatarId(idText)) : null
    if (id === null) invalidCount++
    else if (!entries.has(id))
      entries.set(id, { id, group: groupNameOf(group), savedAtMs: momentOf(savedAt) })
  }
  return { entries: [...entries.values()], icons, invalidCount }
}

function groupNameOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

function momentOf(value: unknown): number | null {
  if (typeof value !== 'string' || !hasRealDay(value)) return null
  const ms = Date.parse(value)
  return Number.isNaN(ms) || ms < 0 ? null : ms
}

/** False for 30 February, which `Date.parse` reads as 1 March. */
function hasRealDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0]
  if (day === undefined) return true
  const ms = Date.parse(day)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)
}
