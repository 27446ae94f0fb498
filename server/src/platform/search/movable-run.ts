import type { MessagePort } from 'node:worker_threads'
import type { Run } from './run.ts'

/** Sends a copy of a run to the thread that joins it, which can free it: only the collector frees shared memory. */
export function moveRun(run: Run, port: Pick<MessagePort, 'postMessage'>): void {
  const { value, buffers } = withCopies(run)
  port.postMessage(value, buffers)
}

/** A value with copies of its typed arrays, and the buffers of these, which can be moved to another thread. */
export function withCopies<Value extends object>(original: Value): { value: Value; buffers: ArrayBuffer[] } {
  const buffers: ArrayBuffer[] = []
  const copyOf = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(copyOf)
    if (typeof part !== 'object' || part === null) return part
    if (!ArrayBuffer.isView(part))
      return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, copyOf(inner)]))
    // `slice` of a `Buffer` copies nothing.
    const copy = Uint8Array.prototype.slice.call(part)
    buffers.push(copy.buffer)
    return copy
  }
  return { value: copyOf(original) as Value, buffers }
}

/** Frees arrays of a moved run at once; others stay. */
export function freeArrays(arrays: readonly ArrayBufferView[]): void {
  for (const { buffer } of arrays) if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}
