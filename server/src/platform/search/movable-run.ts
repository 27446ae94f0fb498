import type { MessagePort } from 'node:worker_threads'
import type { Run } from './run.ts'
import type { NumberArray } from './shared.ts'

/** Buffers of this many bytes get pages of their own, because `script/server` sets `MALLOC_MMAP_THRESHOLD_`. */
const PAGED_BYTES = 131_072
/** Shorter buffers than `PAGED_BYTES`, down to this size, are enlarged to get pages of their own. */
const MIN_PAGED_BYTES = 32_768

/**
 * Transfers a copy of a run to the thread that joins it, which can then free it at once: shared memory is freed only by
 * the garbage collector.
 */
export function moveRun(run: Run, port: Pick<MessagePort, 'postMessage'>): void {
  const { value, buffers } = copyArrays(run)
  port.postMessage(value, buffers)
}

/** Copies a value's typed arrays into buffers of their own, which can be transferred to another thread. */
export function copyArrays<Value extends object>(original: Value): { value: Value; buffers: ArrayBuffer[] } {
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

/**
 * Copies an array to a buffer of its own. A large buffer has pages of its own, which return to the system when it is
 * freed.
 */
function copyOfArray(array: NumberArray): { copy: NumberArray; buffer: ArrayBuffer } {
  const { byteLength, length } = array
  const isPaged = byteLength >= MIN_PAGED_BYTES && byteLength < PAGED_BYTES
  const buffer = new ArrayBuffer(isPaged ? PAGED_BYTES : byteLength)
  const type = (Buffer.isBuffer(array) ? Uint8Array : array.constructor) as typeof Uint8Array<ArrayBuffer>
  const copy = new type(buffer, 0, length)
  copy.set(array)
  return { copy, buffer }
}

/** The buffers of a value's typed arrays that can be transferred to another thread; shared ones need not be. */
export function movableBuffers(part: unknown): ArrayBuffer[] {
  if (typeof part !== 'object' || part === null) return []
  if (!ArrayBuffer.isView(part)) return Object.values(part).flatMap(movableBuffers)
  return part.buffer instanceof ArrayBuffer ? [part.buffer] : []
}

/** Receives arrays that are not read again. */
export type FreeArrays = (arrays: readonly ArrayBufferView[]) => void

/** Frees the arrays of a transferred run at once; other arrays are left alone. */
export const freeArrays: FreeArrays = arrays => {
  for (const { buffer } of arrays) if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}
