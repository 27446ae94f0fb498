import { MAX_IMPORT_TEXT } from '@avatary/contract/account'
import { type AvatarId, findAvatarId, parseAvatarId } from '../../../kernel/avatar-id.ts'
import { fromCsv } from '../../../kernel/csv.ts'
import { isObject, type JsonObject, parseJson } from '../../../kernel/json-object.ts'

export interface FileEntry {
  readonly id: AvatarId
  /** The group's name as in the file; null for none. */
  readonly group: string | null
  /** Null when the file has no date. */
  readonly savedAtMs: number | null
}

export interface FileReading {
  /** In file order. If an avatar has several entries, only the first is kept. */
  readonly entries: readonly FileEntry[]
  /** Icons of groups by name. Groups that are only mentioned by avatars are missing. */
  readonly icons: ReadonlyMap<string, string>
  /** Number of entries without an avatar id. */
  readonly invalid: number
}

/** An entry has at least 42 characters: an id of 41 and a separator. */
const MAX_ENTRIES = Math.floor(MAX_IMPORT_TEXT / 42)

type RawEntry = { readonly id: unknown; readonly group?: unknown; readonly savedAt?: unknown }

/** Longest header of a CSV file, so that a file with a million columns costs little. */
const MAX_HEADER = 1000

/** Names of the id column in files of other programs, normalised by `plainName`. */
const ID_NAMES = ['id', 'avatarid', 'vrcid', 'avatar']
const IDS = /(?<![a-z0-9_-])avtr_[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![a-z0-9_-])/gi

/**
 * Reads a file of favorites: JSON or CSV from this server, VRCX or other programs, or else every avatar id in the text,
 * as VRCX reads its own lists.
 *
 * @returns null when the text has no avatar id.
 */
export function readFile(content: string): FileReading | null {
  const text = content.replace(/^\ufeff/, '')
  const reading = readJson(text) ?? readCsv(text) ?? readText(text)
  return reading.entries.length === 0 ? null : reading
}

function readJson(text: string): FileReading | null {
  if (!/^\s*[[{]/.test(text)) return null
  const value = parseJson(text)
  const list = Array.isArray(value) ? value : isObject(value) ? listIn(value) : undefined
  if (list === undefined || list.length > MAX_ENTRIES) return null
  const groups = isObject(value) && Array.isArray(value.groups) ? value.groups.filter(isObject) : []
  const icons = groups.map(({ name, icon }) => [String(name), String(icon)] as const)
  const reading = collect(list.map(fromJson), new Map(icons))
  return reading.entries.length === 0 ? null : reading
}

function listIn({ avatars, favorites }: JsonObject): unknown[] | undefined {
  return [avatars, favorites].find(Array.isArray)
}

function fromJson(item: unknown): RawEntry {
  if (!isObject(item)) return { id: item }
  const id = Object.entries(item).find(([name]) => ID_NAMES.includes(plainName(name)))?.[1]
  return { id, group: item.group, savedAt: item.savedAt }
}

function readCsv(text: string): FileReading | null {
  const names = text.slice(0, MAX_HEADER + 1).split(/[\r\n]/, 1)[0]!
  if (names.length > MAX_HEADER || hasMoreLines(text, MAX_ENTRIES + 1)) return null
  const reading = fromCsv(text)
  if (reading.kind === 'malformed') return null
  const { columns, rows } = reading
  const find = (...names: string[]) => columns.findIndex(column => names.includes(plainName(column)))
  const id = find(...ID_NAMES)
  if (id === -1) return null
  const [group, savedAt] = [find('group'), find('savedat')]
  const raw = rows.map(row => ({ id: row[id], group: row[group], savedAt: row[savedAt] }))
  const fileReading = collect(raw)
  return fileReading.entries.length === 0 ? null : fileReading
}

function readText(text: string): FileReading {
  return collect(Array.from(text.matchAll(IDS), ([id]) => ({ id })))
}

function hasMoreLines(text: string, maxLines: number): boolean {
  let at = -1
  for (let line = 0; line < maxLines; line++) {
    at = text.indexOf('\n', at + 1)
    if (at === -1) return false
  }
  return at < text.length - 1
}

/** The name of a column or key in lower case, without spaces, underscores or hyphens. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '')
}

function collect(items: readonly RawEntry[], icons: ReadonlyMap<string, string> = new Map()): FileReading {
  const entries = new Map<AvatarId, FileEntry>()
  let invalidCount = 0
  for (const { id: text, group, savedAt } of items) {
    const id = typeof text === 'string' ? (parseAvatarId(text) ?? findAvatarId(text)) : null
    if (id === null) invalidCount++
    else if (!entries.has(id)) entries.set(id, { id, group: textOf(group), savedAtMs: momentOf(savedAt) })
  }
  return { entries: [...entries.values()], icons, invalid: invalidCount }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

function momentOf(value: unknown): number | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) || ms < 0 ? null : ms
}
