/** Bytes of the longest record that is read. */
export const MAX_RECORD = 1_000_000

/** One JSON value a line; or values, in a list or not, over any number of lines. */
export type Layout = 'lines' | 'values'

/** A position from which a file can be read on: all records before `offset` (in bytes) have been given. */
export interface Position {
  offset: number
  /** The number of the line at `offset`, from 1. */
  line: number
  /** Null before the first record. */
  layout: Layout | null
}

/** A JSON value of a file, or why there is none, at the line that it begins on. */
export type RawRecord =
  | { line: number; value: unknown }
  | { line: number; problem: 'not_json' | 'bad_utf8' | 'too_long' }

/** Some records, and where the file goes on behind them. */
export interface RawBatch {
  records: RawRecord[]
  next: Position
}
