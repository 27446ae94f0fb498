import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { ContentEncoding } from '../../kernel/answer.ts'
import { withOwnMemory } from '../../kernel/cacheable-answer.ts'

/** A shorter answer takes as many packets when it is compressed. */
const MIN_COMPRESSED_BYTES = 1400
/** Up to this size, compressing at the fastest level costs less than handing the work to another thread. */
const MAX_SYNC_BYTES = 64 * 1024
/** Longer answers are rarely sent twice: lower levels halve the time for a sixth more bytes. */
const LONG_BYTES = 1024 * 1024
/** In order of preference, for codings to which a client gives equal weights. */
const CODINGS: readonly ContentEncoding[] = ['br', 'gzip', 'identity']

const VALID_WEIGHT = /^q= *(0(\.\d{0,3})?|1(\.0{0,3})?)$/

/** Weight of `identity` where a client does not name it, so that any other coding wins. */
const IDENTITY_WEIGHT = 0.0001

/** @returns the coding with the highest weight (RFC 9110 §12.5.3); `identity` when all are refused. */
export function chooseEncoding(accept = '', bytes: number, codings = CODINGS): ContentEncoding {
  if (accept === '') return 'identity'
  const weightOf = parseWeights(accept)
  if (bytes < MIN_COMPRESSED_BYTES && weightOf('identity') > 0) return 'identity'
  const bestCoding = codings.reduce((best, coding) => (weightOf(coding) > weightOf(best) ? coding : best))
  return weightOf(bestCoding) > 0 ? bestCoding : 'identity'
}

function parseWeights(acceptEncoding: string): (coding: ContentEncoding) => number {
  const weights = new Map<string, number>()
  for (const item of acceptEncoding.split(',')) {
    const [coding, ...parameters] = item.toLowerCase().split(';')
    const weight = parameters.map(each => each.trim()).find(each => each.startsWith('q=')) ?? 'q=1'
    weights.set(coding!.trim(), VALID_WEIGHT.test(weight) ? Number(weight.slice(2)) : 0)
  }
  const wildcard = weights.get('*')
  return coding =>
    weights.get(coding) ?? (coding === 'identity' && wildcard !== 0 ? IDENTITY_WEIGHT : (wildcard ?? 0))
}

const brotliInThread = promisify(brotliCompress)
const gzipInThread = promisify(gzip)

/** Compresses small bodies in this thread and large ones in another. The answer keeps the result. */
export async function compress(body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const level = levelOf(body.length, encoding)
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, Z_DEFAULT_CHUNK } = constants
  const params = { [BROTLI_PARAM_QUALITY]: level, [BROTLI_PARAM_SIZE_HINT]: body.length }
  // The other thread stops after each chunk of its output, until this one has a turn for it.
  const options = { level, params, chunkSize: Math.max(Z_DEFAULT_CHUNK, body.length >> 3) }
  if (body.length <= MAX_SYNC_BYTES)
    return withOwnMemory((encoding === 'gzip' ? gzipSync : brotliCompressSync)(body, options))
  return withOwnMemory(await (encoding === 'gzip' ? gzipInThread : brotliInThread)(body, options))
}

function levelOf(bytes: number, encoding: 'br' | 'gzip'): number {
  if (bytes <= MAX_SYNC_BYTES) return 1
  if (bytes > LONG_BYTES) return 3
  return encoding === 'br' ? 5 : 6
}
