import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { createZstdDecompress } from 'node:zlib'
import { Check } from 'typebox/value'
import { errorCode } from '../../../kernel/error-code.ts'
import { ExpectedError } from '../../../kernel/expected-error.ts'
import { parseJson } from '../../../kernel/json-object.ts'
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  type BackupEnd,
  BackupEndSchema,
  type BackupHead,
  BackupHeadSchema,
  type StoredRow,
  type TableHead,
  TableHeadSchema,
  valueFromJson,
} from './format.ts'

/** The file is not a whole backup: it is damaged, truncated, of a newer version, or something else. */
export class BackupError extends ExpectedError {}

/** The head of a backup that is whole, and the number of rows of each table. */
export interface WholeBackup {
  readonly head: BackupHead
  readonly rows: BackupEnd['rows']
}

export type BackupPart =
  /** Always the first part. */
  | { readonly kind: 'head'; readonly head: BackupHead }
  | { readonly kind: 'table'; readonly table: TableHead }
  /** A row of the table that came last. */
  | { readonly kind: 'row'; readonly row: StoredRow }
  /** Always the last part: it confirms that everything before it is as it was written. */
  | ({ readonly kind: 'end' } & WholeBackup)

/** An avatar takes some kilobytes, a row of the audience fewer. */
const MAX_LINE_BYTES = 16 * 1024 * 1024

/**
 * Reads a whole backup.
 * @throws BackupError that says what is wrong with the file.
 */
export async function checkBackup(path: string): Promise<WholeBackup> {
  for await (const part of readBackup(path)) if (part.kind === 'end') return part
  throw cutOffError(path)
}

/**
 * Reads a backup part by part. Keep nothing of it before the last part has come, as only then is damage ruled out.
 * @throws BackupError that says what is wrong with the file.
 */
export async function* readBackup(path: string): AsyncGenerator<BackupPart> {
  const hash = createHash('sha256')
  const rows: Record<string, number> = {}
  let table: TableHead | null = null
  let head: BackupHead | null = null
  for await (const line of linesOf(path)) {
    const value = parse(line, path)
    if (head === null) {
      head = headOf(value, path)
      yield { kind: 'head', head }
    } else if (Array.isArray(value)) {
      if (table === null) throw damagedError(path, 'it has a row before the first table')
      rows[table.table]!++
      yield { kind: 'row', row: rowOf(value, table, path) }
    } else if (Check(TableHeadSchema, value)) {
      table = value
      rows[table.table] = 0
      yield { kind: 'table', table }
    } else if (Check(BackupEndSchema, value)) {
      const isSame = value.sha256 === hash.digest('hex')
      if (!isSame || !isDeepStrictEqual(value.rows, rows))
        throw damagedError(path, 'its checksum does not match')
      yield { kind: 'end', head, rows }
      return
    } else throw damagedError(path, 'one of its lines does not belong in a backup')
    hash.update(line)
  }
  throw cutOffError(path)
}

function parse(line: Buffer, path: string): unknown {
  const value = parseJson(line.toString())
  if (value === undefined) throw damagedError(path, 'one of its lines is not JSON')
  return value
}

function headOf(value: unknown, path: string): BackupHead {
  const { format, version } = (value ?? {}) as Partial<Record<string, unknown>>
  if (format !== BACKUP_FORMAT) throw noBackupError(path)
  if (typeof version === 'number' && version > BACKUP_VERSION)
    throw new BackupError(
      `${path} has version ${version} of the format, this program reads ${BACKUP_VERSION}: use the newer program.`,
    )
  if (Check(BackupHeadSchema, value)) return value
  throw damagedError(path, 'its first line is incomplete')
}

function rowOf(values: readonly unknown[], { table, columns }: TableHead, path: string): StoredRow {
  const row = values.map(value => {
    const storedValue = valueFromJson(value)
    if (storedValue === undefined)
      throw damagedError(path, `a row of ${table} has a value that no column can hold`)
    return storedValue
  })
  if (row.length === columns.length) return row
  throw damagedError(path, `a row of ${table} has ${row.length} values for ${columns.length} columns`)
}

/** Yields the lines with their line feeds; omits text after the last line feed. */
async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  try {
    const text = createZstdDecompress()
    // The loop below throws the same error, so this one is ignored.
    const reading = pipeline(createReadStream(path), text).catch(() => {})
    for await (const chunk of text) {
      let bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10)) {
        yield bytes.subarray(0, end + 1)
        bytes = bytes.subarray(end + 1)
      }
      rest = bytes
      if (rest.length > MAX_LINE_BYTES) throw damagedError(path, 'it has a line without an end')
    }
    await reading
  } catch (error) {
    throw backupErrorOf(error, path)
  }
}

/** Turns an error of reading or decompressing the file into a `BackupError`; returns any other error as it is. */
function backupErrorOf(error: unknown, path: string): unknown {
  const code = errorCode(error) ?? ''
  if (code === 'ENOENT') return new BackupError(`There is no file ${path}.`)
  if (code === 'ZSTD_error_prefix_unknown') return noBackupError(path)
  if (/^(ZSTD_|ERR_|Z_)/.test(code)) return damagedError(path, 'it cannot be decompressed')
  return error
}

export function cutOffError(path: string): BackupError {
  return damagedError(path, 'it is cut off')
}

function noBackupError(path: string): BackupError {
  return new BackupError(`${path} is not a backup that "avatary backup" wrote.`)
}

function damagedError(path: string, problem: string): BackupError {
  return new BackupError(`${path} is damaged: ${problem}. Nothing was restored.`)
}
