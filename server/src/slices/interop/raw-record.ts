export const MAX_RECORD_BYTES = 1_000_000

/**
 * `lines`: one JSON value per line; `values`: JSON values, in a list or one after the other, over any number of lines.
 */
export type Layout = 'lines' | 'values'

/** A position from which a file can be read on: all records before byte `offset` were returned. */
export interface Position {
  offset: number
  /** The number of the line at `offset`, from 1. */
  line: number
  /** Null before the first record. */
  layout: Layout | null
}

/** A JSON value of a file, or why there is none, with the line on which it starts. */
export type RawRecord =
  | { line: number; value: unknown }
  | { line: number; problem: 'not_json' | 'bad_utf8' | 'too_long' }

/** Some records, and the position after them. */
export interface RawBatch {
  records: RawRecord[]
  nextPosition: Position
}
