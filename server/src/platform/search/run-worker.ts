import { parentPort, workerData } from 'node:worker_threads'
import type { IndexDocument } from '../../avatars/index.ts'
import type { RunMessage, RunWorkerInput, ToRunWorker } from './build-threads.ts'
import { moveRun } from './movable-run.ts'
import { runOf } from './run.ts'
import { TailDocuments } from './tail-documents.ts'

/** Entry point of a thread of an `IndexBuilder`: analyses batches of sources, and sends runs of their documents on. */

const port = parentPort!
const { module, fields, runSize, joiner } = workerData as RunWorkerInput
const { analyse } = (await import(module)) as { analyse: (source: unknown) => IndexDocument }
let tail = TailDocuments.create()

port.on('message', (message: ToRunWorker) => {
  if (message === 'end') {
    sendRun()
    joiner.postMessage('end' satisfies RunMessage)
    joiner.close()
    return port.close()
  }
  const sources: unknown[][] = JSON.parse(message.sources)
  for (const [i, values] of sources.entries()) tail.add(message.firstSlot + i, analyse(sourceOf(values)))
  if (tail.size >= runSize) sendRun()
  port.postMessage('taken')
})

function sourceOf(values: readonly unknown[]): unknown {
  const source: Record<string, unknown> = {}
  for (let i = 0; i < fields.length; i++) source[fields[i]!] = values[i]
  return source
}

function sendRun(): void {
  if (tail.size === 0) return
  moveRun(runOf(tail.freeze()), joiner)
  tail = TailDocuments.create()
}
