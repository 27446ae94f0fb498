import { parentPort } from 'node:worker_threads'
import { type ColumnsInput, mergeColumns } from './merge-columns.ts'
import { freeArrays } from './movable-run.ts'

/** Entry point of the thread that merges the columns of runs, while the one that started it merges their words. */

parentPort!.once('message', ({ runs, numbers }: ColumnsInput) => {
  parentPort!.postMessage(mergeColumns(runs, numbers, freeArrays))
})
