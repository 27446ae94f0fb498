import type { Run } from './run.ts'

/**
 * Copies a run out of shared memory, which only the collector frees.
 *
 * @returns the copy, and its buffers, which are to be transferred to the thread that joins it.
 */
export function movableRun(run: Run): { run: Run; buffers: ArrayBuffer[] } {
  const buffers: ArrayBuffer[] = []
  const copyOf = (part: object): object => {
    if (!ArrayBuffer.isView(part))
      return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, copyOf(inner)]))
    const copy = (part as Uint32Array).slice()
    buffers.push(copy.buffer)
    return copy
  }
  return { run: copyOf(run) as Run, buffers }
}

/** Frees arrays of a movable run at once; others stay. */
export function freeArrays(arrays: readonly ArrayBufferView[]): void {
  for (const { buffer } of arrays) if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}
