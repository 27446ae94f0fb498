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
const CODINGS = ['br', 'gzip'] as const

/**
 * The encoding for an answer of this size by `Accept-Encoding` (RFC 9110 §12.5.3): the client's preferred one of ours.
 * A client that forbids everything we have gets the plain bytes.
 */
export function chooseEncoding(acceptEncoding: string | undefined, bytes: number): ContentEncoding {
  if (acceptEncoding === undefined || acceptEncoding === '') return 'identity'
  const weights = parseWeights(acceptEncoding)
  const any = weights.get('*')
  const plainWeight = weights.get('identity') ?? (any === 0 ? 0 : undefined)
  if (bytes < SMALLEST_BYTES && plainWeight !== 0) return 'identity'
  let best: ContentEncoding = 'identity'
  let bestWeight = 0
  for (const coding of CODINGS) {
    const weight = weights.get(coding) ?? any ?? 0
    if (weight > bestWeight) {
      best = coding
      bestWeight = weight
    }
  }
  return plainWeight !== undefined && plainWeight > bestWeight ? 'identity' : best
}

/** Whether a stream of any length may be sent with gzip, the one coding that every client of streams has. */
export function takesGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false
  const weights = parseWeights(acceptEncoding)
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > (weights.get('identity') ?? 0)
}

function parseWeights(acceptEncoding: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const item of acceptEncoding.split(',')) {
    const [coding, ...parameters] = item.split(';')
    weights.set(coding!.trim().toLowerCase(), weightOf(parameters))
  }
  return weights
}

/** The `q` among an item's parameters, 1 without one and 0 when it is no weight. */
function weightOf(parameters: readonly string[]): number {
  for (const parameter of parameters) {
    const [name, value = ''] = parameter.split('=')
    if (name!.trim().toLowerCase() !== 'q') continue
    const weight = value.trim()
    return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0
  }
  return 1
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
