import { parentPort, workerData } from 'node:worker_threads'
import type { IndexDocument } from '../../avatars/index.ts'
import type { RunMessage, RunWorkerInput, ToRunWorker } from './build-threads.ts'
import { runOf } from './run.ts'
import { TailDocuments } from './tail-documents.ts'

/** Entry point of a thread of an `IndexBuilder`: analyses batches of sources, and sends runs of their documents on. */

const port = parentPort!
const { module, runSize, joiner } = workerData as RunWorkerInput
const { analyse } = (await import(module)) as { analyse: (source: unknown) => IndexDocument }
let tail = TailDocuments.create()

port.on('message', (message: ToRunWorker) => {
  if (message === 'end') {
    sendRun()
    send('end')
    joiner.close()
    return port.close()
  }
  const sources: unknown[] = JSON.parse(message.sources)
  for (const [i, source] of sources.entries()) tail.add(message.firstSlot + i, analyse(source))
  if (tail.size >= runSize) sendRun()
  port.postMessage('taken')
})

function sendRun(): void {
  if (tail.size === 0) return
  send(runOf(tail.freeze()))
  tail = TailDocuments.create()
}

function send(message: RunMessage): void {
  joiner.postMessage(message)
}
