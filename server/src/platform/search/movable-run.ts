import type { MessagePort } from 'node:worker_threads'
import type { Run } from './run.ts'
import type { NumberArray } from './shared.ts'

/** Bytes from which a buffer has pages of its own, by `MALLOC_MMAP_THRESHOLD_` of `script/server`. */
const PAGED_BYTES = 131_072
/** Buffers of so many bytes get pages of their own. */
const LEAST_PAGED_BYTES = 32_768

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
    const { copy, buffer } = copyOfArray(part as NumberArray)
    buffers.push(buffer)
    return copy
  }
  return { value: copyOf(original) as Value, buffers }
}

/** An array in a buffer of its own; from some size on with pages of its own, which go back to the system when it is freed. */
function copyOfArray(array: NumberArray): { copy: NumberArray; buffer: ArrayBuffer } {
  const { byteLength, length } = array
  const paged = byteLength >= LEAST_PAGED_BYTES && byteLength < PAGED_BYTES
  const buffer = new ArrayBuffer(paged ? PAGED_BYTES : byteLength)
  const type = (Buffer.isBuffer(array) ? Uint8Array : array.constructor) as typeof Uint8Array<ArrayBuffer>
  const copy = new type(buffer, 0, length)
  copy.set(array)
  return { copy, buffer }
}

/** Frees arrays of a moved run at once; others stay. */
export function freeArrays(arrays: readonly ArrayBufferView[]): void {
  for (const { buffer } of arrays) if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}
