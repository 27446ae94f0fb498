import { ExpectedError } from '../../kernel/expected-error.ts'
import { parseJson } from '../../kernel/json-object.ts'
import { type Layout, MAX_RECORD, type Position, type RawBatch } from './raw-record.ts'
import { splitLines } from './split-lines.ts'
import { splitValues } from './split-values.ts'

export const START: Position = { offset: 0, line: 1, layout: null }

/** The file is not text in UTF-8 at all. */
export class UnreadableFileError extends ExpectedError {}

/** Bytes looked at to tell the layout, if there are that many. */
const ENOUGH_TO_TELL = MAX_RECORD
const PIECE = 1 << 16
const BOM = [0xef, 0xbb, 0xbf]

/**
 * Cuts a file into records: NDJSON, one list of objects, or objects over several lines one after the other; with or
 * without a byte order mark, with any line ends. A broken record is one problem and the next is read as if nothing
 * had been. Never holds more of the file than some chunks and one record.
 *
 * @param chunks of the file from `from.offset` on.
 */
export async function* splitRecords(
  chunks: AsyncIterable<Uint8Array>,
  from: Position = START,
): AsyncGenerator<RawBatch> {
  const source = toBuffers(chunks)
  if (from.layout !== null) return yield* split(source, from, from.layout)
  let head: Buffer = Buffer.alloc(0)
  let layout: Layout | null = null
  while (layout === null) {
    const { value, done } = await source.next()
    if (!done) head = head.length === 0 ? value : Buffer.concat([head, value])
    if (done || head.length >= 4) refuseOtherFiles(head)
    layout = tellLayout(head, done === true || head.length >= ENOUGH_TO_TELL)
  }
  const bom = BOM.every((byte, i) => head[i] === byte) ? BOM.length : 0
  const whole = withHead(head.subarray(bom), source)
  yield* split(whole, { ...from, offset: from.offset + bom }, layout)
}

function split(chunks: AsyncGenerator<Buffer>, from: Position, layout: Layout): AsyncGenerator<RawBatch> {
  return layout === 'lines' ? splitLines(chunks, from) : splitValues(chunks, from)
}

/** Cuts the input small enough that batches can end nearly anywhere. */
async function* toBuffers(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  for await (const { buffer, byteOffset, byteLength } of chunks) {
    for (let at = 0; at < byteLength; at += PIECE)
      yield Buffer.from(buffer, byteOffset + at, Math.min(PIECE, byteLength - at))
  }
}

async function* withHead(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head
  yield* rest
}

function refuseOtherFiles(head: Buffer): void {
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
 * A list begins with a bracket. Objects over several lines begin with a line that ends in the middle of an object
 * and is followed by one that does not begin another. Everything else is lines.
 * @returns null when more is needed to tell.
 */
function tellLayout(head: Buffer, isAll: boolean): Layout | null {
  const text = head.toString('utf8').replace(/^\uFEFF/, '')
  const [, first, second] = /^\s*([^\n]+)(?:\n\s*(\S))?/.exec(text) ?? []
  if (first === undefined) return isAll ? 'lines' : null
  if (first.startsWith('[')) return 'values'
  if (second === undefined && !isAll) return null
  if (parseJson(first) !== undefined || !/^\{(.*[,{[:])?\s*$/.test(first)) return 'lines'
  return second === undefined || second === '{' ? 'lines' : 'values'
}
