import { type CapturedCounts, CountColumn } from './count-column.ts'
import type { CapturedPool, PoolSections } from './fragment-pool.ts'
import type { SnapshotSections } from './snapshot-file.ts'
import type { SnapshotArray } from './snapshot-format.ts'

export type LoadedSections = Record<string, SnapshotArray>

/** Sections of a record store that have one number for each slot. */
export const COLUMNS = ['address', 'key', 'imageFile', 'views', 'likes']

export function named(name: string, arrays: readonly Uint8Array[]): Record<string, Uint8Array> {
  return Object.fromEntries(arrays.map((array, i) => [`${name}.${i}`, array]))
}

export function namedPool(name: string, pool: CapturedPool): SnapshotSections {
  return {
    [`${name}.addresses`]: pool.addresses,
    [`${name}.lengths`]: pool.lengths,
    [`${name}.hashes`]: pool.hashes,
    ...named(`${name}.bytes`, pool.arena),
  }
}

export function namedCounts(name: string, { counts, large }: CapturedCounts): SnapshotSections {
  return { [name]: counts, [`${name}.large`]: large }
}

export function countsOf(sections: LoadedSections, name: string): CountColumn {
  return new CountColumn(
    sections[name] as Uint32Array | undefined,
    sections[`${name}.large`] as Float64Array | undefined,
  )
}

export function chunksOf(sections: LoadedSections, name: string): Uint8Array[] {
  const found: Uint8Array[] = []
  for (let i = 0; sections[`${name}.${i}`] !== undefined; i++)
    found.push(sections[`${name}.${i}`] as Uint8Array)
  return found
}

export function poolOf(sections: LoadedSections, name: string): PoolSections {
  const column = (what: string) => (sections[`${name}.${what}`] ?? new Uint32Array()) as Uint32Array
  return {
    addresses: column('addresses'),
    lengths: column('lengths'),
    hashes: column('hashes'),
    arena: chunksOf(sections, `${name}.bytes`),
  }
}
