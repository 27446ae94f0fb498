import { hasBit, setBit } from './bitset.ts'
import { byId } from './compare.ts'
import { DROPPED } from './merge-keys.ts'
import type { Run } from './run.ts'
import { RunHeap } from './run-heap.ts'

export interface DocumentNumbers {
  docCount: number
  /** For each run, its documents' numbers in the merged segment: ascending, except that some are `DROPPED`. */
  maps: Uint32Array[]
  /** For each document of the merged segment, the run that has it. */
  runOf: Uint16Array
}

/** Numbers all documents but the replaced ones in the order (addedAt, id), in which each run is already sorted. */
export function numberDocuments(runs: readonly Run[]): DocumentNumbers {
  const maps = runs.map(({ sections }) => new Uint32Array(sections.slots.length).fill(DROPPED))
  const runOf = new Uint16Array(maps.reduce((sum, { length }) => sum + length, 0))
  const nextDoc = new Uint32Array(runs.length)
  const heap = new RunHeap(
    [...maps.keys()].filter(run => skipReplaced(run)),
    isBefore,
  )
  let docCount = 0
  while (heap.size > 0) {
    const run = heap.first
    maps[run]![nextDoc[run]!++] = docCount
    runOf[docCount++] = run
    if (skipReplaced(run)) heap.sinkFirst()
    else heap.removeFirst()
  }
  return { docCount, maps, runOf: runOf.subarray(0, docCount) }

  /** Moves to the run's next document that is not replaced; false when there is none. */
  function skipReplaced(run: number): boolean {
    const { replaced } = runs[run]!
    const { length } = maps[run]!
    while (nextDoc[run]! < length && hasBit(replaced, nextDoc[run]!)) nextDoc[run]!++
    return nextDoc[run]! < length
  }

  function isBefore(a: number, b: number): boolean {
    const one = runs[a]!.sections
    const other = runs[b]!.sections
    const difference = one.addedAt[nextDoc[a]!]! - other.addedAt[nextDoc[b]!]!
    return difference < 0 || (difference === 0 && byId(one.ids, nextDoc[a]!, other.ids, nextDoc[b]!) < 0)
  }
}

/** Copies a run's bits of documents to their numbers in the merged segment. */
export function copyBits(from: Uint32Array, map: Uint32Array, out: Uint32Array): void {
  for (let i = 0; i < map.length; i++) if (map[i] !== DROPPED && hasBit(from, i)) setBit(out, map[i]!)
}
