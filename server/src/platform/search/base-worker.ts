import { parentPort, workerData } from 'node:worker_threads'
import { makeBase } from './base-run.ts'

parentPort!.postMessage(makeBase(workerData))
