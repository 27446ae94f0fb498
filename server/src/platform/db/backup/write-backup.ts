import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { TableSchema } from '../schema.ts'
import { type BackupEnd, type BackupHead, rowToJson, type TableHead } from './format.ts'
import type { RowSource } from './row-source.ts'

export interface WrittenBackup {
  readonly head: BackupHead
  readonly source: RowSource
  readonly tables: readonly TableSchema[]
  readonly onRows: (rows: number) => void
}

/** Writes a backup and ends `out`. @returns the number of rows of each table. */
export async function writeBackup(
  out: Writable,
  backup: WrittenBackup,
  signal: AbortSignal,
): Promise<BackupEnd['rows']> {
  const rows: Record<string, number> = {}
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  await pipeline(Readable.from(textOf(backup, rows)), compress, out, { signal })
  return rows
}

/** @param rows gets the number of rows of each table. */
async function* textOf(
  { head, source, tables, onRows }: WrittenBackup,
  rows: Record<string, number>,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const hashLine = (text: string) => {
    hash.update(text)
    return text
  }
  let sum = 0
  yield hashLine(lineOf(head))
  for (const table of tables) {
    const { name, columns } = table
    const tableHead: TableHead = {
      table: name,
      columns: [...columns],
      lastNumber: await source.lastNumber(table),
    }
    yield hashLine(lineOf(tableHead))
    const before = sum
    for await (const chunk of source.rows(table)) {
      sum += chunk.length
      yield hashLine(chunk.map(row => `${rowToJson(row)}\n`).join(''))
      onRows(sum)
    }
    rows[name] = sum - before
  }
  const end: BackupEnd = { rows, sha256: hash.digest('hex') }
  yield lineOf(end)
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`
}
