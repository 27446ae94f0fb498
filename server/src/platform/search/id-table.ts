import { sharedUint32 } from './shared.ts'

const PREFIX = 'avtr_'
/** Hex digits of a UUID stand in these places of an avatar id. */
const DIGITS = [...'avtr_00000000-0000-0000-0000-000000000000'].flatMap((c, i) => (c === '0' ? [i] : []))
/** Cells for each entry. */
const ROOM = 1.35

/** Cells of a table that holds `count` ids for good. */
export function idTableLength(count: number): number {
  return Math.ceil(count * ROOM) + 1
}

/** The four 32-bit words of an avatar id, or false when the text is no `avtr_` with a lower-case UUID shape. */
export function parseIdWords(id: string, out: Uint32Array): boolean {
  if (id.length !== 41 || !id.startsWith(PREFIX)) return false
  if (id[13] !== '-' || id[18] !== '-' || id[23] !== '-' || id[28] !== '-') return false
  let word = 0
  for (let i = 0; i < 32; i++) {
    const code = id.charCodeAt(DIGITS[i]!)
    const digit = code >= 48 && code <= 57 ? code - 48 : code >= 97 && code <= 102 ? code - 87 : -1
    if (digit === -1) return false
    word = (word << 4) | digit
    if ((i & 7) === 7) out[i >> 3] = word
  }
  return true
}

/** Creators may choose ids, so every word counts. */
function hash(ids: Uint32Array, at: number): number {
  let h = Math.imul(ids[at]! ^ 0x9e3779b9, 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 15) ^ ids[at + 1]!, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 13) ^ ids[at + 2]!, 0x27d4eb2f)
  h = Math.imul(h ^ (h >>> 16) ^ ids[at + 3]!, 0x165667b1)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  return (h ^ (h >>> 16)) >>> 0
}

function cellOf(table: Uint32Array, ids: Uint32Array, words: Uint32Array, at: number): number {
  let cell = Math.floor((hash(words, at) / 0x1_0000_0000) * table.length)
  for (let held = table[cell]!; held !== 0; held = table[cell]!) {
    const there = (held - 1) * 4
    if (
      ids[there] === words[at] &&
      ids[there + 1] === words[at + 1] &&
      ids[there + 2] === words[at + 2] &&
      ids[there + 3] === words[at + 3]
    )
      return cell
    cell++
    if (cell === table.length) cell = 0
  }
  return cell
}

/** An open-addressing table over ids, four words each, holding number + 1; of equal ids the last one. */
export function buildIdTable(ids: Uint32Array, count: number): Uint32Array {
  const table = sharedUint32(idTableLength(count))
  for (let doc = 0; doc < count; doc++) table[cellOf(table, ids, ids, doc * 4)] = doc + 1
  return table
}

/** The number whose id the words are, or -1. */
export function findId(table: Uint32Array, ids: Uint32Array, words: Uint32Array): number {
  return table[cellOf(table, ids, words, 0)]! - 1
}

/** The same table for ids that keep coming. */
export class GrowingIdTable {
  #table = sharedUint32(256)
  #count = 0

  /** `ids` holds the words of every number up to `doc`. */
  add(ids: Uint32Array, doc: number): void {
    if ((this.#count + 1) * ROOM > this.#table.length) this.#grow(ids, doc)
    const cell = cellOf(this.#table, ids, ids, doc * 4)
    if (this.#table[cell] === 0) this.#count++
    this.#table[cell] = doc + 1
  }

  find(ids: Uint32Array, words: Uint32Array): number {
    return findId(this.#table, ids, words)
  }

  #grow(ids: Uint32Array, docs: number): void {
    this.#table = sharedUint32(this.#table.length * 2)
    this.#count = 0
    for (let doc = 0; doc < docs; doc++) this.add(ids, doc)
  }
}
