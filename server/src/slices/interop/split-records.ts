import { ExpectedError } from '../../kernel/expected-error.ts'
import { parseJson } from '../../kernel/json-object.ts'
import { type Layout, MAX_RECORD_BYTES, type Position, type RawBatch } from './raw-record.ts'
import { splitLines } from './split-lines.ts'
import { splitValues } from './split-values.ts'

export const FILE_START: Position = { offset: 0, line: 1, layout: null }

/** The file is not UTF-8 text at all. */
export class UnreadableFileError extends ExpectedError {}

const MAX_CHUNK_BYTES = 1 << 16
const BOM = [0xef, 0xbb, 0xbf]

/**
 * Splits a file into records: NDJSON, a list of objects, or objects over several lines one after the other; with or
 * without byte order mark, with any line ends. A broken record is reported, and reading continues with the next one.
 * Memory use is a few chunks and one record.
 *
 * @param chunks the file's bytes, starting at `from.offset`.
 */
export async function* splitRecords(
  chunks: AsyncIterable<Uint8Array>,
  from: Position = FILE_START,
): AsyncGenerator<RawBatch> {
  const source = toBuffers(chunks)
  if (from.layout !== null) return yield* split(source, from, from.layout)
  let head: Buffer = Buffer.alloc(0)
  let layout: Layout | null = null
  while (layout === null) {
    const { value, done } = await source.next()
    if (!done) head = head.length === 0 ? value : Buffer.concat([head, value])
    if (done || head.length >= 4) throwIfUnreadable(head)
    layout = detectLayout(head, done === true || head.length >= MAX_RECORD_BYTES)
  }
  const bom = BOM.every((byte, i) => head[i] === byte) ? BOM.length : 0
  const allChunks = withHead(head.subarray(bom), source)
  yield* split(allChunks, { ...from, offset: from.offset + bom }, layout)
}

function split(chunks: AsyncGenerator<Buffer>, from: Position, layout: Layout): AsyncGenerator<RawBatch> {
  return layout === 'lines' ? splitLines(chunks, from) : splitValues(chunks, from)
}

/** Splits the input into small chunks, so that batches can end nearly anywhere. */
async function* toBuffers(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  for await (const { buffer, byteOffset, byteLength } of chunks) {
    for (let at = 0; at < byteLength; at += MAX_CHUNK_BYTES)
      yield Buffer.from(buffer, byteOffset + at, Math.min(MAX_CHUNK_BYTES, byteLength - at))
  }
}

async function* withHead(head: Buffer, chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head
  yield* chunks
}

function throwIfUnreadable(head: Buffer): void {
  const start = head.toString('hex', 0, 4)
  if (/^(fffe|feff)/.test(start))
    throw new UnreadableFileError('The file is in UTF-16; convert it to UTF-8 first.')
  if (/^1f8b/.test(start))
    throw new UnreadableFileError(
      'The file is compressed with gzip; unpack it first, for instance with gunzip -c.',
    )
  if (/^(28b52ffd|504b0304)/.test(start))
    throw new UnreadableFileError('The file is compressed; unpack it first.')
}

/**
 * A list starts with a bracket. Objects over several lines start with a line that ends inside an object and is followed
 * by a line that does not start another one. Everything else is lines.
 * @returns null when more input is needed to decide.
 */
function detectLayout(head: Buffer, isComplete: boolean): Layout | null {
  const text = head.toString('utf8').replace(/^\uFEFF/, '')
  const [, firstLine, secondStart] = /^\s*([^\n]+)(?:\n\s*(\S))?/.exec(text) ?? []
  if (firstLine === undefined) return isComplete ? 'lines' : null
  if (firstLine.startsWith('[')) return 'values'
  if (secondStart === undefined && !isComplete) return null
  if (parseJson(firstLine) !== undefined || !/^\{(.*[,{[:])?\s*$/.test(firstLine)) return 'lines'
  return secondStart === undefined || secondStart === '{' ? 'lines' : 'values'
}
