import { crc32 } from 'node:zlib'
import type { SnapshotArray } from '../../kernel/snapshot.ts'

export type { SnapshotArray }

type ArrayType = 'u8' | 'u16' | 'u32' | 'f64'

/** Bytes per checksum. A block is read, checked or written at once, which is about 1 ms of work. */
export const BLOCK_BYTES = 4 * 1024 * 1024

/** Raise it whenever the meaning of a section changes, so that older files are not read. */
const FORMAT_VERSION = 14
const MAGIC = Buffer.from('AVTRSNAP')
/** Written in the machine's byte order, so that a file of another byte order is refused. */
const BYTE_ORDER_MARK = 0x01020304

export const HEAD_BYTES = 16
export const TAIL_BYTES = 16
const MAX_CONTENTS_BYTES = 64 * 1024 * 1024

export interface SectionEntry {
  name: string
  type: ArrayType
  byteLength: number
  /** CRC-32 of each block of the section. */
  checksums: number[]
}

/** The table of contents of a file: its meta, and its sections in order. */
export interface Contents {
  meta: unknown
  sections: SectionEntry[]
}

/** The reason why a file is not a complete snapshot of this format. */
export type FileFault = 'not-a-snapshot' | 'other-format' | 'truncated' | 'damaged'

/**
 * Layout of a file, numbers as this machine stores them:
 *
 *     head      magic (8) · format version (4) · byte order mark (4)
 *     sections  one after the other
 *     contents  JSON: meta, and name, type, length and checksums of every section
 *     tail      length of contents (4) · CRC-32 of contents (4) · magic (8)
 *
 * Contents come last so that a file is written in one pass, and so that a file cut short has no valid tail.
 */
export function headBytes(): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES)
  MAGIC.copy(bytes)
  new Uint32Array(bytes.buffer, bytes.byteOffset + 8, 2).set([FORMAT_VERSION, BYTE_ORDER_MARK])
  return bytes
}

export function contentsAndTail(contents: Contents): Buffer {
  const json = Buffer.from(JSON.stringify(contents))
  const tail = Buffer.alloc(TAIL_BYTES)
  tail.writeUint32LE(json.length, 0)
  tail.writeUint32LE(crc32(json), 4)
  MAGIC.copy(tail, 8)
  return Buffer.concat([json, tail])
}

export function headFault(bytes: Buffer): FileFault | null {
  if (bytes.length < HEAD_BYTES) return 'truncated'
  if (!bytes.subarray(0, 8).equals(MAGIC)) return 'not-a-snapshot'
  return bytes.equals(headBytes()) ? null : 'other-format'
}

/** The range of the contents in a file of `fileBytes`, from its tail. */
export function contentsRange(
  tail: Buffer,
  fileBytes: number,
): { start: number; length: number } | FileFault {
  if (tail.length < TAIL_BYTES || !tail.subarray(8).equals(MAGIC)) return 'truncated'
  const length = tail.readUint32LE(0)
  const start = fileBytes - TAIL_BYTES - length
  return start < HEAD_BYTES || length > MAX_CONTENTS_BYTES ? 'damaged' : { start, length }
}

/** Parses the contents and checks them against the tail and the size of the sections. */
export function parseContents(json: Buffer, tail: Buffer, start: number): Contents | FileFault {
  if (crc32(json) !== tail.readUint32LE(4)) return 'damaged'
  const contents = JSON.parse(json.toString()) as Contents
  const end = contents.sections.reduce((sum, { byteLength }) => sum + byteLength, HEAD_BYTES)
  return end === start ? contents : 'damaged'
}

export function typeOf(array: SnapshotArray): ArrayType {
  if (array instanceof Uint8Array) return 'u8'
  if (array instanceof Uint16Array) return 'u16'
  return array instanceof Uint32Array ? 'u32' : 'f64'
}

const ARRAY_MAKERS: Record<ArrayType, (buffer: ArrayBuffer | SharedArrayBuffer) => SnapshotArray> = {
  u8: buffer => new Uint8Array(buffer),
  u16: buffer => new Uint16Array(buffer),
  u32: buffer => new Uint32Array(buffer),
  f64: buffer => new Float64Array(buffer),
}

/** Views the whole of `buffer` as an array of the given type. */
export function asArray(type: ArrayType, buffer: ArrayBuffer | SharedArrayBuffer): SnapshotArray {
  return ARRAY_MAKERS[type](buffer)
}
