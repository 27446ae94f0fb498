import { type Static, Type } from 'typebox'

export const BACKUP_FORMAT = 'avatary-backup'
export const BACKUP_VERSION = 1

/**
 * A backup is text in one Zstandard frame (RFC 8878) with one JSON value per line: the head; for each table a
 * `TableHead` and its rows, which are arrays in the order of the columns; and the end. The rows are those of one
 * moment. Both engines write the same format.
 */
export const BackupHeadSchema = Type.Object({
  format: Type.Literal(BACKUP_FORMAT),
  version: Type.Literal(BACKUP_VERSION),
  /** Version of the program that wrote the backup, for people to read. */
  program: Type.String(),
  engine: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
  migrations: Type.Array(Type.String()),
  /** ISO 8601. */
  madeAt: Type.String(),
  /** Secrets sealed with a passphrase; null when the backup has none. */
  secrets: Type.Union([Type.String(), Type.Null()]),
})
export type BackupHead = Static<typeof BackupHeadSchema>

export const TableHeadSchema = Type.Object({
  table: Type.String(),
  columns: Type.Array(Type.String(), { minItems: 1 }),
  /**
   * The last number that the database assigned to a row of the table; null when it assigned none, or numbers no rows of
   * it.
   */
  lastNumber: Type.Union([Type.Integer(), Type.Null()]),
})
export type TableHead = Static<typeof TableHeadSchema>

/** The last line. A backup without it is truncated. */
export const BackupEndSchema = Type.Object({
  /** The number of rows of each table. */
  rows: Type.Record(Type.String(), Type.Integer()),
  /** SHA-256 of all lines before this one, as hexadecimal digits. */
  sha256: Type.String(),
})
export type BackupEnd = Static<typeof BackupEndSchema>

export type StoredValue = string | number | null | Uint8Array
export type StoredRow = readonly StoredValue[]

/** Bytes are written as `{"base64": "…"}`. */
export function rowToJson(row: StoredRow): string {
  const values = row.map(value =>
    value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
  )
  return JSON.stringify(values)
}

/** Undefined for a value that no column can hold. */
export function valueFromJson(value: unknown): StoredValue | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value !== 'object' || !('base64' in value)) return undefined
  return Buffer.from(String(value.base64), 'base64')
}
