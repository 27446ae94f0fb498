import { COLUMN_FIELDS, type ColumnValues, type FieldColumns } from './fields.ts'
import { isListed, type ListingState } from './listing-state.ts'
import type { MergedAvatar } from './merge.ts'
import type { CatalogRecord } from './record.ts'
import type { AvatarTable } from './tables.sql.ts'

/** A row of `avatars` joined with its counters, as readers and writers select it. */
export type AvatarRow = Omit<AvatarTable, 'key' | 'ai_tags_version' | 'verified_at_ms'> & {
  key: number
  views: number | null
  likes: number | null
}

/** A row as a merge writes it; `is_unlisted` is only written for new rows. */
export type WrittenRow = Omit<AvatarTable, 'key' | 'verified_at_ms'>

export const FLAG_COLUMNS = ['is_active', 'is_unlisted', 'is_blocked', 'is_opted_out'] as const
type FlagColumns = Pick<AvatarTable, (typeof FLAG_COLUMNS)[number]>
/** All flags are null when a left join found no avatar, which is then not listed. */
type NullableFlags = { readonly [Flag in keyof FlagColumns]: number | null }

export function toListingState(row: NullableFlags): ListingState {
  return {
    isActive: row.is_active === 1,
    isUnlisted: row.is_unlisted === 1,
    isBlocked: row.is_blocked === 1,
    isOptedOut: row.is_opted_out === 1,
  }
}

export function isListedRow(row: NullableFlags): boolean {
  return isListed(toListingState(row))
}

/** The columns that are not in `COLUMN_FIELDS`. */
type OtherColumns = Pick<AvatarRow, 'key' | 'views' | 'likes'> & FlagColumns & { vrcl_url: string | null }

export function toRecord(row: AvatarRow & OtherColumns): CatalogRecord {
  return completeRecord(fromColumns(row), row)
}

function completeRecord(values: ColumnValues, row: OtherColumns): CatalogRecord {
  const state = toListingState(row)
  return Object.assign(values, {
    key: row.key,
    authorVrclUrl: row.vrcl_url,
    views: row.views ?? 0,
    likes: row.likes ?? 0,
    isActive: state.isActive,
    isListed: isListed(state),
  })
}

const OTHER_COLUMNS = ['key', 'views', 'likes', 'vrcl_url', ...FLAG_COLUMNS] as const

/** The columns of `selectRecords`, in the order in which `recordsOf` expects their values. */
export const RECORD_COLUMNS = [...OTHER_COLUMNS, ...COLUMN_FIELDS.map(({ column }) => column)]

/** Parses records from a JSON array of rows; each row is an array of the values of `RECORD_COLUMNS`. */
export function* recordsOf({ buffer, byteOffset, length }: Uint8Array): Generator<CatalogRecord> {
  const rows = JSON.parse(Buffer.from(buffer, byteOffset, length).toString()) as unknown[][]
  for (const values of rows) yield recordOf(values)
}

function recordOf(values: readonly unknown[]): CatalogRecord {
  const otherValues: Record<string, unknown> = {}
  for (let i = 0; i < OTHER_COLUMNS.length; i++) otherValues[OTHER_COLUMNS[i]!] = values[i]
  const fieldValues: Record<string, unknown> = {}
  for (let i = 0; i < COLUMN_FIELDS.length; i++) {
    const { name, kind } = COLUMN_FIELDS[i]!
    fieldValues[name] = kind.fromColumn(values[OTHER_COLUMNS.length + i])
  }
  return completeRecord(fieldValues as unknown as ColumnValues, otherValues as unknown as OtherColumns)
}

export function toMergedAvatar(row: AvatarRow & { verified_at_ms: number | null }): MergedAvatar {
  return {
    ...fromColumns(row),
    views: row.views ?? 0,
    likes: row.likes ?? 0,
    isActive: row.is_active === 1,
    isWithheld: (row.is_unlisted | row.is_blocked | row.is_opted_out) !== 0,
    isVerified: row.verified_at_ms !== null,
  }
}

export interface AiTagging {
  deriveAiTags: (name: string, description: string) => readonly string[]
  /** The version of the vocabulary, which only grows. */
  aiTagsVersion: number
}

/** The flags that can hide an avatar that the platform still serves. */
export type WithholdingFlags = Omit<ListingState, 'isActive'>

export function toWrittenRow(
  avatar: MergedAvatar,
  aiTagsVersion: number,
  { isUnlisted, isBlocked, isOptedOut }: WithholdingFlags,
): WrittenRow {
  return {
    ...toColumns(avatar),
    ai_tags_version: aiTagsVersion,
    is_active: Number(avatar.isActive),
    is_unlisted: Number(isUnlisted),
    is_blocked: Number(isBlocked),
    is_opted_out: Number(isOptedOut),
  }
}

function fromColumns(row: FieldColumns): ColumnValues {
  const values: Partial<Record<keyof ColumnValues, unknown>> = {}
  for (const { name, column, kind } of COLUMN_FIELDS) values[name] = kind.fromColumn(row[column])
  return values as ColumnValues
}

function toColumns(values: ColumnValues): FieldColumns {
  const row: Partial<Record<keyof FieldColumns, unknown>> = {}
  for (const { name, column, kind } of COLUMN_FIELDS) row[column] = kind.toColumn(values[name])
  return row as FieldColumns
}
