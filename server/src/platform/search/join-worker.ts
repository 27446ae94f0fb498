import { parentPort, Worker, workerData } from 'node:worker_threads'
import { resultOf } from './base-task.ts'
import type { JoinWorkerInput, RunMessage } from './build-threads.ts'
import { baseOf } from './merge.ts'
import type { ColumnsInput, MergedColumns } from './merge-columns.ts'
import { numberDocuments } from './merge-documents.ts'
import { mergeWords } from './merge-words.ts'
import { freeArrays, movableBuffers } from './movable-run.ts'
import { columnsOf, type Run, wordsIn } from './run.ts'
import { workerResult } from './worker-result.ts'

/** Entry point of the thread that joins the runs of an `IndexBuilder`, received through its ports, to a base. */

const { ports } = workerData as JoinWorkerInput
const runs: Run[] = []
let open = ports.length

for (const port of ports) {
  port.on('message', (message: RunMessage) => {
    if (message !== 'end') return void runs.push(message)
    port.close()
    if (--open === 0) void join()
  })
}

/** Merges the columns, two fifths of the work, in another thread: by then the other cores are idle. */
async function join(): Promise<void> {
  const other = new Worker(new URL('./columns-worker.ts', import.meta.url))
  const otherColumns = workerResult<MergedColumns>(other)
  otherColumns.catch(() => {})
  const numbers = numberDocuments(runs)
  const columns = runs.map(columnsOf)
  other.postMessage({ runs: columns, numbers } satisfies ColumnsInput, movableBuffers(columns))
  const words = mergeWords(runs.map(wordsIn), numbers, freeArrays)
  parentPort!.postMessage(resultOf(baseOf(words, await otherColumns)))
}
