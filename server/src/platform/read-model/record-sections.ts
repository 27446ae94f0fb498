import type { CapturedArena } from './byte-arena.ts'
import type { PoolSections } from './fragment-pool.ts'
import type { SnapshotSections } from './snapshot-file.ts'
import { asArray, type SnapshotArray, typeOf } from './snapshot-format.ts'

export type LoadedSections = Record<string, SnapshotArray>

/** Sections of a record store that have one number per slot. */
export const COLUMN_NAMES = ['address', 'key', 'imageFile']

/** Joins the pieces of each section into one array. */
export function joinSections(sections: SnapshotSections): LoadedSections {
  const join = (section: SnapshotArray | readonly SnapshotArray[]) =>
    ArrayBuffer.isView(section) ? section : joinPieces(section)
  return Object.fromEntries(Object.entries(sections).map(([name, section]) => [name, join(section)]))
}

function joinPieces(pieces: readonly SnapshotArray[]): SnapshotArray {
  const [firstPiece = new Uint32Array()] = pieces
  const array = asArray(
    typeOf(firstPiece),
    new ArrayBuffer(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)),
  )
  let at = 0
  for (const piece of pieces) {
    array.set(piece, at)
    at += piece.length
  }
  return array
}

export function arenaSections(name: string, { chunks, liveUnits }: CapturedArena): SnapshotSections {
  return withPrefix(`${name}.`, { live: liveUnits, ...Object.fromEntries(chunks.entries()) })
}

export function poolSections(
  name: string,
  { arena, ...columns }: PoolSections<Uint32Array[]>,
): SnapshotSections {
  return { ...withPrefix(`${name}.`, columns), ...arenaSections(`${name}.bytes`, arena) }
}

export function arenaOf(sections: LoadedSections, name: string): CapturedArena {
  const chunks: Uint8Array[] = []
  for (let i = 0; sections[`${name}.${i}`] !== undefined; i++)
    chunks.push(sections[`${name}.${i}`] as Uint8Array)
  return { chunks, liveUnits: columnOf(sections, `${name}.live`) }
}

export function poolOf(sections: LoadedSections, name: string): PoolSections<Uint32Array> {
  return {
    addresses: columnOf(sections, `${name}.addresses`),
    lengths: columnOf(sections, `${name}.lengths`),
    hashes: columnOf(sections, `${name}.hashes`),
    uses: columnOf(sections, `${name}.uses`),
    arena: arenaOf(sections, `${name}.bytes`),
  }
}

export function columnOf(sections: LoadedSections, name: string): Uint32Array {
  return (sections[name] ?? new Uint32Array()) as Uint32Array
}

export function withPrefix(prefix: string, sections: SnapshotSections): SnapshotSections {
  return Object.fromEntries(Object.entries(sections).map(([name, section]) => [prefix + name, section]))
}

export function withoutPrefix(prefix: string, sections: LoadedSections): LoadedSections {
  const ownSections = Object.entries(sections).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(ownSections.map(([name, section]) => [name.slice(prefix.length), section]))
}
