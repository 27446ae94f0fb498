import type { ExportFormat, FavoriteGroup } from '@avatary/contract/account'
import { chunks } from '../../../kernel/chunks.ts'
import { toCsv } from '../../../kernel/csv.ts'
import { isoOf } from '../../../kernel/days.ts'
import type { ExportedFavorite } from './store.sql.ts'

const FAVORITES_PER_TURN = 500

export interface ExportFile {
  readonly name: string
  readonly contentType: string
  readonly chunks: AsyncIterable<string>
}

const CSV_TYPE = 'text/csv; charset=utf-8'

export function renderExport(
  format: ExportFormat,
  favorites: readonly ExportedFavorite[],
  groups: readonly FavoriteGroup[],
  nowMs: number,
): ExportFile {
  switch (format) {
    case 'json': {
      const chunks = jsonChunks(favorites, groups, nowMs)
      return { name: 'favorites.json', contentType: 'application/json; charset=utf-8', chunks }
    }
    case 'csv':
      return {
        name: 'favorites.csv',
        contentType: CSV_TYPE,
        chunks: csvChunks(favorites, toOwnRow, OWN_COLUMNS),
      }
    case 'vrcx': {
      const chunks = csvChunks(favorites, toVrcxRow, VRCX_COLUMNS)
      return { name: 'favorites-vrcx.csv', contentType: CSV_TYPE, chunks }
    }
  }
}

/** Writes `CollectionFile` of the contract, with one avatar per line. */
async function* jsonChunks(
  favorites: readonly ExportedFavorite[],
  groups: readonly FavoriteGroup[],
  nowMs: number,
): AsyncGenerator<string> {
  const fileGroups = groups.map(({ name, icon }) => ({ name, icon }))
  const start = { format: 'avatary-favorites', version: 1, exportedAt: isoOf(nowMs), groups: fileGroups }
  yield `${JSON.stringify(start).slice(0, -1)},"avatars":[`
  let separator = '\n'
  for (const chunk of chunks(favorites, FAVORITES_PER_TURN)) {
    const texts = chunk.map(({ id, name, authorName, group, savedAtMs }) =>
      JSON.stringify({ id, name, authorName, group, savedAt: isoOf(savedAtMs) }),
    )
    yield separator + texts.join(',\n')
    separator = ',\n'
  }
  yield '\n]}\n'
}

function toOwnRow(favorite: ExportedFavorite) {
  const { savedAtMs, isListed, ...fields } = favorite
  return { ...fields, group: favorite.group ?? '', savedAt: isoOf(savedAtMs), available: isListed }
}

/** The columns of a VRCX export; VRCX itself imports any text that contains ids. */
function toVrcxRow({ id, name, authorId, authorName }: ExportedFavorite) {
  return { ID: id, Name: name, 'Author ID': authorId, 'Author Name': authorName }
}

const OWN_COLUMNS = ['id', 'name', 'authorId', 'authorName', 'group', 'savedAt', 'available'] as const
const VRCX_COLUMNS = ['ID', 'Name', 'Author ID', 'Author Name'] as const

async function* csvChunks<Row extends object>(
  favorites: readonly ExportedFavorite[],
  toRow: (favorite: ExportedFavorite) => Row,
  columns: readonly (keyof Row & string)[],
): AsyncGenerator<string> {
  const start = toCsv<Row>([], columns)
  yield start
  for (const chunk of chunks(favorites, FAVORITES_PER_TURN))
    yield toCsv(chunk.map(toRow), columns).slice(start.length)
}
