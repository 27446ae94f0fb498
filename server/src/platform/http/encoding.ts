import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { ContentEncoding } from '../../kernel/answer.ts'

/** Below this a compressed answer takes as many packets as a plain one. */
const SMALLEST_BYTES = 1400

/** Up to this, compressing at the fastest level costs less than handing the work to another thread (40 µs a page of search). */
const LARGEST_SYNC_BYTES = 64 * 1024

/**
 * Above this, compressing well takes 50 ms of a core. So long an answer is hardly asked for twice: half the time for a
 * sixth more bytes.
 */
const LONG_BYTES = 1024 * 1024

/** In order of preference where a client has none. */
const CODINGS: readonly ContentEncoding[] = ['br', 'gzip', 'identity']

/** Weight of the plain bytes where a client names none: they are taken when nothing else is. */
const LEAST_WEIGHT = 0.0001

/**
 * The encoding for an answer of this size by `Accept-Encoding` (RFC 9110 §12.5.3): the client's preferred one of ours.
 * A client that forbids everything we have gets the plain bytes.
 */
export function chooseEncoding(acceptEncoding: string | undefined, bytes: number): ContentEncoding {
  if (acceptEncoding === undefined || acceptEncoding === '') return 'identity'
  const weightOf = parseWeights(acceptEncoding)
  if (bytes < SMALLEST_BYTES && weightOf('identity') > 0) return 'identity'
  const best = CODINGS.reduce((best, coding) => (weightOf(coding) > weightOf(best) ? coding : best))
  return weightOf(best) > 0 ? best : 'identity'
}

/** Whether a stream of any length may be sent with gzip, the one coding that every client of streams has. */
export function takesGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false
  const weightOf = parseWeights(acceptEncoding)
  return weightOf('gzip') > weightOf('identity')
}

function parseWeights(acceptEncoding: string): (coding: ContentEncoding) => number {
  const weights = new Map<string, number>()
  for (const item of acceptEncoding.split(',')) {
    const [coding, ...parameters] = item.toLowerCase().split(';')
    const weight = parameters.find(parameter => parameter.trim().startsWith('q='))?.split('=')[1]
    weights.set(coding!.trim(), weight === undefined ? 1 : parseWeight(weight.trim()))
  }
  const any = weights.get('*')
  return coding => weights.get(coding) ?? (coding === 'identity' && any !== 0 ? LEAST_WEIGHT : (any ?? 0))
}

/** 0 for what is no weight. */
function parseWeight(text: string): number {
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(text) ? Number(text) : 0
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Compresses: at once and fast when small, in another thread and well when large, but not so well when very large. */
export async function compress(body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const isSmall = body.length <= LARGEST_SYNC_BYTES
  const level = levelsFor(body.length)[encoding]
  if (encoding === 'gzip') return isSmall ? gzipSync(body, { level }) : await gzipped(body, { level })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  return isSmall ? brotliCompressSync(body, { params }) : await brotli(body, { params })
}

function levelsFor(bytes: number): { br: number; gzip: number } {
  if (bytes <= LARGEST_SYNC_BYTES) return { br: 1, gzip: 1 }
  return bytes > LONG_BYTES ? { br: 3, gzip: 3 } : { br: 5, gzip: 6 }
}
