import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { TableSchema } from '../schema.ts'
import { type BackupEnd, type BackupHead, rowToJson, type TableHead } from './format.ts'
import type { RowSource } from './row-source.ts'

export interface BackupContents {
  readonly head: BackupHead
  readonly source: RowSource
  readonly tables: readonly TableSchema[]
  readonly onProgress: (rowCount: number) => void
}

/** Writes a backup and ends `out`. @returns the number of rows of each table. */
export async function writeBackup(
  out: Writable,
  backup: BackupContents,
  signal: AbortSignal,
): Promise<BackupEnd['rows']> {
  const rows: Record<string, number> = {}
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  await pipeline(Readable.from(withEnd(textOf(backup, rows), rows)), compress, out, { signal })
  return rows
}

/** Adds the last line, with the checksum of the text before it. */
async function* withEnd(text: AsyncIterable<string>, rows: Record<string, number>): AsyncGenerator<string> {
  const hash = createHash('sha256')
  for await (const lines of text) {
    hash.update(lines)
    yield lines
  }
  const end: BackupEnd = { rows, sha256: hash.digest('hex') }
  yield lineOf(end)
}

/** @param rows gets the number of rows of each table. */
async function* textOf(
  { head, source, tables, onProgress }: BackupContents,
  rows: Record<string, number>,
): AsyncGenerator<string> {
  let rowCount = 0
  yield lineOf(head)
  for (const table of tables) {
    const { name, columns } = table
    const tableHead: TableHead = {
      table: name,
      columns: [...columns],
      lastNumber: await source.lastNumber(table),
    }
    yield lineOf(tableHead)
    const earlierCount = rowCount
    for await (const chunk of source.rows(table)) {
      rowCount += chunk.length
      yield chunk.map(row => `${rowToJson(row)}\n`).join('')
      onProgress(rowCount)
    }
    rows[name] = rowCount - earlierCount
  }
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`
}
