import { parentPort, workerData } from 'node:worker_threads'
import type { FromRunWorker, RunMessage, RunWorkerInput, ToRunWorker } from './build-threads.ts'
import type { Analyser, RecordCollection, RecordCollector } from './index-builder.ts'
import { copyArrays, freeArrays, moveRun } from './movable-run.ts'
import { runOf } from './run.ts'
import { TailDocuments } from './tail-documents.ts'

/**
 * Entry point of a thread of an `IndexBuilder`, which analyses batches of sources and sends on runs of their documents.
 */

const port = parentPort!
const { modules, runSize, joiner } = workerData as RunWorkerInput
const { analyser } = (await import(modules.analyser)) as { analyser: Analyser<unknown> }
type Module = { recordCollection: Pick<RecordCollection<unknown, object>, 'createCollector'> }
const { recordCollection } = (await import(modules.recordCollection)) as Module
const analyse = analyser.createAnalyse()
let tail = TailDocuments.create()
let collector: RecordCollector<unknown, object> = recordCollection.createCollector(analyser)

port.on('message', (message: ToRunWorker) => {
  if (message === 'end') {
    sendRun()
    joiner.postMessage('end' satisfies RunMessage)
    joiner.close()
    return port.close()
  }
  // One step at a time for the whole batch, because the code of all steps exceeds the processor's cache.
  const sources = [...analyser.read(message.sources)]
  freeArrays([message.sources])
  for (const [i, source] of sources.entries()) tail.add(message.firstSlot + i, analyse(source))
  for (const source of sources) collector.add(source)
  if (tail.size >= runSize) sendRun()
  port.postMessage('taken' satisfies FromRunWorker)
})

function sendRun(): void {
  if (tail.size === 0) return
  const parts = tail.freeze()
  moveRun(runOf(parts), joiner)
  const { value, buffers } = copyArrays({ slots: parts.slots, records: collector.take() })
  port.postMessage(value satisfies FromRunWorker, buffers)
  tail = TailDocuments.create()
  collector = recordCollection.createCollector(analyser)
}
