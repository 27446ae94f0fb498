import { MAX_IMPORT_TEXT } from '@avatary/contract/account'
import { type AvatarId, findAvatarId, parseAvatarId } from '../../../kernel/avatar-id.ts'
import { fromCsv } from '../../../kernel/csv.ts'
import { isObject, type JsonObject } from '../../../kernel/json-object.ts'

/** An avatar that a file names. */
export interface FileEntry {
  readonly id: AvatarId
  /** Name of its group, as written; null for none. */
  readonly group: string | null
  /** Null when the file does not tell. */
  readonly savedAtMs: number | null
}

export interface FileReading {
  /** Each avatar once, in the order of the file; the first entry of one counts. */
  readonly entries: readonly FileEntry[]
  /** Groups that the file describes, with what icon; a group may also stand at its avatars alone. */
  readonly icons: ReadonlyMap<string, string>
  /** Entries that name no avatar. */
  readonly invalid: number
}

/** More do not fit into a file, as each has an id of 41 characters and something between it and the next. */
const MOST_ENTRIES = Math.floor(MAX_IMPORT_TEXT / 42)

type Raw = { readonly id: unknown; readonly group?: unknown; readonly savedAt?: unknown }

/** Characters of the line of names of a CSV file: a file of a million columns is none of ours. */
const MOST_NAMES = 1000

/** What other programs call the id: VRCX, indexes and the platform; in lower case without spaces and underscores. */
const ID_NAMES = ['id', 'avatarid', 'vrcid', 'avatar']
const IDS = /(?<![a-z0-9_-])avtr_[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![a-z0-9_-])/gi

/**
 * Reads a file of favorites, with or without a byte order mark: JSON or CSV as exported here, JSON of other programs that lists avatars or ids, the CSV of
 * VRCX, or any text at all, of which every avatar id counts, as VRCX reads its own lists. Null when it names no avatar.
 */
export function readFile(given: string): FileReading | null {
  const text = given.replace(/^\ufeff/, '')
  const reading = readJson(text) ?? readCsv(text) ?? readText(text)
  return reading.entries.length === 0 ? null : reading
}

function readJson(text: string): FileReading | null {
  if (!/^\s*[[{]/.test(text)) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const list = Array.isArray(value) ? value : isObject(value) ? listIn(value) : undefined
  if (list === undefined || list.length > MOST_ENTRIES) return null
  const groups = isObject(value) && Array.isArray(value.groups) ? value.groups.filter(isObject) : []
  const icons = groups.map(({ name, icon }) => [String(name), String(icon)] as const)
  const reading = collect(list.map(fromJson), new Map(icons))
  return reading.entries.length === 0 ? null : reading
}

function listIn({ avatars, favorites }: JsonObject): unknown[] | undefined {
  return [avatars, favorites].find(Array.isArray)
}

function fromJson(item: unknown): Raw {
  if (!isObject(item)) return { id: item }
  const id = Object.entries(item).find(([name]) => ID_NAMES.includes(plain(name)))?.[1]
  return { id, group: item.group, savedAt: item.savedAt }
}

function readCsv(text: string): FileReading | null {
  const names = text.slice(0, MOST_NAMES + 1).split(/[\r\n]/, 1)[0]!
  if (names.length > MOST_NAMES || hasMoreLines(text, MOST_ENTRIES + 1)) return null
  const reading = fromCsv(text)
  if (reading.kind === 'malformed') return null
  const { columns, rows } = reading
  const find = (...names: string[]) => columns.findIndex(column => names.includes(plain(column)))
  const id = find(...ID_NAMES)
  if (id === -1) return null
  const [group, savedAt] = [find('group'), find('savedat')]
  const raw = rows.map(row => ({ id: row[id], group: row[group], savedAt: row[savedAt] }))
  const read = collect(raw)
  return read.entries.length === 0 ? null : read
}

function readText(text: string): FileReading {
  return collect(Array.from(text.matchAll(IDS), ([id]) => ({ id })))
}

function hasMoreLines(text: string, most: number): boolean {
  let at = -1
  for (let line = 0; line < most; line++) {
    at = text.indexOf('\n', at + 1)
    if (at === -1) return false
  }
  return at < text.length - 1
}

/** The name of a column or key, however it is written. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '')
}

function collect(items: readonly Raw[], icons: ReadonlyMap<string, string> = new Map()): FileReading {
  const entries = new Map<AvatarId, FileEntry>()
  let invalid = 0
  for (const { id: given, group, savedAt } of items) {
    const id = typeof given === 'string' ? (parseAvatarId(given) ?? findAvatarId(given)) : null
    if (id === null) invalid++
    else if (!entries.has(id)) entries.set(id, { id, group: textOf(group), savedAtMs: momentOf(savedAt) })
  }
  return { entries: [...entries.values()], icons, invalid }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

function momentOf(value: unknown): number | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) || ms < 0 ? null : ms
}
