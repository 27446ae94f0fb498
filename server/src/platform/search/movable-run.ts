import type { MessagePort } from 'node:worker_threads'
import type { Run } from './run.ts'

/** Sends a copy of a run to the thread that joins it, which can free it: only the collector frees shared memory. */
export function moveRun(run: Run, port: Pick<MessagePort, 'postMessage'>): void {
  const buffers: ArrayBuffer[] = []
  const copyOf = (part: object): object => {
    if (!ArrayBuffer.isView(part))
      return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, copyOf(inner)]))
    const copy = (part as Uint32Array).slice()
    buffers.push(copy.buffer)
    return copy
  }
  port.postMessage(copyOf(run), buffers)
}

/** Frees arrays of a moved run at once; others stay. */
export function freeArrays(arrays: readonly ArrayBufferView[]): void {
  for (const { buffer } of arrays) if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}
