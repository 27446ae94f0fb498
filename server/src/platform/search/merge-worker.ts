import { parentPort, workerData } from 'node:worker_threads'
import { type MergeInput, mergeNow } from './merge-run.ts'

parentPort!.postMessage(mergeNow(workerData as MergeInput))
