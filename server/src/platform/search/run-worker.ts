import { parentPort, workerData } from 'node:worker_threads'
import type { IndexDocument } from '../../avatars/index.ts'
import type { FromRunWorker, RunWorkerInput, ToRunWorker } from './index-builder.ts'
import { runOf } from './run.ts'
import { TailSegment } from './tail-segment.ts'

/** Entry point of a thread of an `IndexBuilder`: analyses batches of sources, and answers runs of their documents. */

const port = parentPort!
const { module, runSize } = workerData as RunWorkerInput
const { analyse } = (await import(module)) as { analyse: (source: unknown) => IndexDocument }
let tail = new TailSegment()

port.on('message', (message: ToRunWorker) => {
  if (message === 'end') {
    answerRun()
    return port.close()
  }
  const sources: unknown[] = JSON.parse(message.sources)
  for (const [i, source] of sources.entries()) tail.add(message.firstSlot + i, analyse(source))
  if (tail.size >= runSize) answerRun()
  answer('taken')
})

function answerRun(): void {
  if (tail.size === 0) return
  answer(runOf(tail.freeze()))
  tail = new TailSegment()
}

function answer(message: FromRunWorker): void {
  port.postMessage(message)
}
