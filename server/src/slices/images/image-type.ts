import type { ImageType } from '@avatary/contract/images'

interface Signature {
  readonly type: ImageType
  readonly head: string
  /** The last bytes of a complete file. */
  readonly tail: string
  /** Maximum number of bytes after `tail`, which some encoders append. */
  readonly maxTrailingBytes: number
}

/** First and last bytes of each format, in Latin-1 (PNG §5.2 and §11.2.5; JPEG B.1.1.3; GIF89a §17 and §27). */
const SIGNATURES: readonly Signature[] = [
  { type: 'image/png', head: '\x89PNG\r\n\x1a\n', tail: 'IEND\xae\x42\x60\x82', maxTrailingBytes: 64 },
  { type: 'image/jpeg', head: '\xff\xd8\xff', tail: '\xff\xd9', maxTrailingBytes: 64 },
  { type: 'image/gif', head: 'GIF87a', tail: ';', maxTrailingBytes: 0 },
  { type: 'image/gif', head: 'GIF89a', tail: ';', maxTrailingBytes: 0 },
]

/**
 * Detects the type by the bytes, ignoring what a server claims. Null unless they are a complete picture of a format
 * that we serve; formats that could carry a script are not served.
 */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  const head = bytes.toString('latin1', 0, 16)
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8))
    return bytes.length >= bytes.readUInt32LE(4) + 8 ? 'image/webp' : null
  const signatureOfHead = SIGNATURES.find(signature => head.startsWith(signature.head))
  if (signatureOfHead === undefined) return null
  const { tail, maxTrailingBytes } = signatureOfHead
  const end = bytes.toString('latin1', Math.max(0, bytes.length - tail.length - maxTrailingBytes))
  return end.includes(tail) ? signatureOfHead.type : null
}
