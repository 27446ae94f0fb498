import { isUtf8 } from 'node:buffer'
import { parseJson } from '../../kernel/json-object.ts'
import { MAX_RECORD_BYTES, type Position, type RawBatch, type RawRecord } from './raw-record.ts'

const NEWLINE = 0x0a
const NO_BYTES = Buffer.alloc(0)

/** Splits into one JSON value per line, and skips blank lines. A line that is no JSON is a record with a `problem`. */
export async function* splitLines(chunks: AsyncIterable<Buffer>, from: Position): AsyncGenerator<RawBatch> {
  let { offset, line } = from
  let remainder: Buffer = NO_BYTES
  /** Bytes already dropped of the current line because it is too long; 0 when it is not. */
  let droppedBytes = 0
  for await (const chunk of chunks) {
    const buffer: Buffer = remainder.length === 0 ? chunk : Buffer.concat([remainder, chunk])
    // The check of all whole lines spares one per line.
    const isValidUtf8 = isUtf8(buffer.subarray(0, buffer.lastIndexOf(NEWLINE) + 1))
    const records: RawRecord[] = []
    let start = 0
    for (let end = buffer.indexOf(NEWLINE); end !== -1; end = buffer.indexOf(NEWLINE, start)) {
      if (droppedBytes > 0) records.push({ line, problem: 'too_long' })
      else readLine(buffer, { start, end, line, isValidUtf8 }, records)
      offset += droppedBytes + end + 1 - start
      droppedBytes = 0
      line++
      start = end + 1
    }
    remainder = buffer.subarray(start)
    if (droppedBytes > 0 || remainder.length > MAX_RECORD_BYTES) {
      droppedBytes += remainder.length
      remainder = NO_BYTES
    }
    if (records.length > 0) yield { records, nextPosition: { offset, line, layout: 'lines' } }
  }
  const records: RawRecord[] = []
  if (droppedBytes > 0) records.push({ line, problem: 'too_long' })
  else readLine(remainder, { start: 0, end: remainder.length, line, isValidUtf8: false }, records)
  offset += droppedBytes + remainder.length
  if (records.length > 0) yield { records, nextPosition: { offset, line, layout: 'lines' } }
}

function readLine(
  buffer: Buffer,
  { start, end, line, isValidUtf8 }: { start: number; end: number; line: number; isValidUtf8: boolean },
  records: RawRecord[],
): void {
  if (end - start > MAX_RECORD_BYTES) {
    records.push({ line, problem: 'too_long' })
  } else if (!isValidUtf8 && !isUtf8(buffer.subarray(start, end))) {
    records.push({ line, problem: 'bad_utf8' })
  } else {
    const text = buffer.toString('utf8', start, end)
    const value = parseJson(text)
    if (value !== undefined) records.push({ line, value })
    else if (text.trim() !== '') records.push({ line, problem: 'not_json' })
  }
}
