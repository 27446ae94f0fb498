import { parentPort, Worker, workerData } from 'node:worker_threads'
import { resultOf } from './base-task.ts'
import type { JoinWorkerInput, RunMessage } from './build-threads.ts'
import { baseOf } from './merge.ts'
import type { ColumnsInput, MergedColumns } from './merge-columns.ts'
import { numberDocuments } from './merge-documents.ts'
import { mergeWords } from './merge-words.ts'
import { freeArrays, movableBuffers } from './movable-run.ts'
import { columnsOf, type Run, wordsOf } from './run.ts'
import { workerResult } from './worker-result.ts'

/** Entry point of the thread that joins the runs of an `IndexBuilder`, received through its ports, to a base. */

const { ports } = workerData as JoinWorkerInput
const runs: Run[] = []
let openPorts = ports.length

for (const port of ports) {
  port.on('message', (message: RunMessage) => {
    if (message !== 'end') return void runs.push(message)
    port.close()
    if (--openPorts === 0) void join()
  })
}

/** Merges the columns, two fifths of the work, in another thread: by then the other cores are idle. */
async function join(): Promise<void> {
  const columnsThread = new Worker(new URL('./columns-worker.ts', import.meta.url))
  const mergedColumns = workerResult<MergedColumns>(columnsThread)
  mergedColumns.catch(() => {})
  const numbers = numberDocuments(runs)
  const columns = runs.map(columnsOf)
  columnsThread.postMessage({ runs: columns, numbers } satisfies ColumnsInput, movableBuffers(columns))
  const words = mergeWords(runs.map(wordsOf), numbers, freeArrays)
  parentPort!.postMessage(resultOf(baseOf(words, await mergedColumns)))
}
