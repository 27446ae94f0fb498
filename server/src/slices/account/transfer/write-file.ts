import type { ExportFormat, FavoriteGroup } from '@avatary/contract/account'
import { chunks } from '../../../kernel/chunks.ts'
import { toCsv } from '../../../kernel/csv.ts'
import { isoOf } from '../../../kernel/days.ts'
import type { SavedLine } from './store.sql.ts'

/** Lines written per turn of the event loop. */
const STEP = 500

export interface WrittenFile {
  readonly name: string
  readonly contentType: string
  readonly chunks: AsyncIterable<string>
}

const CSV_TYPE = 'text/csv; charset=utf-8'

export function writeFile(
  format: ExportFormat,
  lines: readonly SavedLine[],
  groups: readonly FavoriteGroup[],
  nowMs: number,
): WrittenFile {
  switch (format) {
    case 'json': {
      const chunks = jsonChunks(lines, groups, nowMs)
      return { name: 'favorites.json', contentType: 'application/json; charset=utf-8', chunks }
    }
    case 'csv':
      return { name: 'favorites.csv', contentType: CSV_TYPE, chunks: csvChunks(lines, ownLine, OWN_COLUMNS) }
    case 'vrcx': {
      const chunks = csvChunks(lines, vrcxLine, VRCX_COLUMNS)
      return { name: 'favorites-vrcx.csv', contentType: CSV_TYPE, chunks }
    }
  }
}

/** Writes `CollectionFile` of the contract, with one avatar per line. */
async function* jsonChunks(
  lines: readonly SavedLine[],
  groups: readonly FavoriteGroup[],
  nowMs: number,
): AsyncGenerator<string> {
  const fileGroups = groups.map(({ name, icon }) => ({ name, icon }))
  const head = { format: 'avatary-favorites', version: 1, exportedAt: isoOf(nowMs), groups: fileGroups }
  yield `${JSON.stringify(head).slice(0, -1)},"avatars":[`
  let separator = '\n'
  for (const step of chunks(lines, STEP)) {
    const texts = step.map(({ id, name, authorName, group, savedAtMs }) =>
      JSON.stringify({ id, name, authorName, group, savedAt: isoOf(savedAtMs) }),
    )
    yield separator + texts.join(',\n')
    separator = ',\n'
  }
  yield '\n]}\n'
}

function ownLine(line: SavedLine) {
  const { savedAtMs, isListed, ...shown } = line
  return { ...shown, group: line.group ?? '', savedAt: isoOf(savedAtMs), available: isListed }
}

/** The columns of a VRCX export; VRCX itself imports any text that contains ids. */
function vrcxLine({ id, name, authorId, authorName }: SavedLine) {
  return { ID: id, Name: name, 'Author ID': authorId, 'Author Name': authorName }
}

const OWN_COLUMNS = ['id', 'name', 'authorId', 'authorName', 'group', 'savedAt', 'available'] as const
const VRCX_COLUMNS = ['ID', 'Name', 'Author ID', 'Author Name'] as const

async function* csvChunks<Row extends object>(
  lines: readonly SavedLine[],
  toRow: (line: SavedLine) => Row,
  columns: readonly (keyof Row & string)[],
): AsyncGenerator<string> {
  const head = toCsv<Row>([], columns)
  yield head
  for (const step of chunks(lines, STEP)) yield toCsv(step.map(toRow), columns).slice(head.length)
}
