import { parentPort, workerData } from 'node:worker_threads'
import { mergeColumns } from './merge.ts'

/** Entry point of the thread that makes the columns of a base while another one makes its words. */

parentPort!.postMessage(mergeColumns(workerData))
