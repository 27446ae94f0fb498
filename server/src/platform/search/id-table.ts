import { cellsFor, findIn, HashTable } from '../../kernel/hash-table.ts'
import { UUID_BYTES, UUID_LENGTH, writeUuid } from '../../kernel/uuid-bytes.ts'
import { sharedUint32 } from './shared.ts'

const AVATAR_ID_PREFIX = 'avtr_'

/** Parses an avatar id into four 32-bit numbers; false when the text is not `avtr_` with a lower-case UUID. */
export function parseIdNumbers(id: string, out: Uint32Array): boolean {
  if (id.length !== AVATAR_ID_PREFIX.length + UUID_LENGTH || !id.startsWith(AVATAR_ID_PREFIX)) return false
  const uuid = Buffer.allocUnsafe(UUID_BYTES)
  if (!writeUuid(id, AVATAR_ID_PREFIX.length, uuid, 0)) return false
  for (let i = 0; i < 4; i++) out[i] = uuid.readUInt32BE(i * 4)
  return true
}

/** Writes the bytes of a document's UUID, which `parseIdNumbers` parsed. */
export function writeIdBytes(ids: Uint32Array, doc: number, into: Buffer): void {
  for (let i = 0; i < 4; i++) {
    const idNumber = ids[doc * 4 + i]!
    // Faster than methods of `Buffer`, which check their arguments.
    into[i * 4] = idNumber >>> 24
    into[i * 4 + 1] = idNumber >>> 16
    into[i * 4 + 2] = idNumber >>> 8
    into[i * 4 + 3] = idNumber
  }
}

/** Hashes all numbers of an id, because authors may be able to choose ids. */
function hashOfId(ids: Uint32Array, at: number): number {
  let h = Math.imul(ids[at]! ^ 0x9e3779b9, 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 15) ^ ids[at + 1]!, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 13) ^ ids[at + 2]!, 0x27d4eb2f)
  h = Math.imul(h ^ (h >>> 16) ^ ids[at + 3]!, 0x165667b1)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  return (h ^ (h >>> 16)) >>> 0
}

/** Builds a hash table for `findId` over ids of four numbers each. */
export function buildIdTable(ids: Uint32Array, count: number): Uint32Array {
  const table = new HashTable(doc => hashOfId(ids, doc * 4), sharedUint32(cellsFor(count)))
  for (let doc = 0; doc < count; doc++) table.add(doc)
  return table.cells
}

export function findId(table: Uint32Array, ids: Uint32Array, id: Uint32Array): number {
  return findIn(table, hashOfId(id, 0), doc => isSame(ids, doc * 4, id))
}

function isSame(ids: Uint32Array, at: number, id: Uint32Array): boolean {
  return ids[at] === id[0] && ids[at + 1] === id[1] && ids[at + 2] === id[2] && ids[at + 3] === id[3]
}

/** A growing hash table of ids. Of equal ids, the last is found. */
export class GrowingIdTable {
  readonly #ids: { readonly array: Uint32Array }
  readonly #table: HashTable

  constructor(ids: { readonly array: Uint32Array }) {
    this.#ids = ids
    this.#table = new HashTable(doc => hashOfId(ids.array, doc * 4))
  }

  /** `ids` must already contain the document's id. */
  add(doc: number): void {
    const existingDoc = this.find(this.#ids.array.subarray(doc * 4, doc * 4 + 4))
    if (existingDoc !== -1) this.#table.remove(existingDoc)
    this.#table.add(doc)
  }

  find(id: Uint32Array): number {
    return this.#table.find(hashOfId(id, 0), doc => isSame(this.#ids.array, doc * 4, id))
  }
}
