import { parentPort, workerData } from 'node:worker_threads'
import { type BaseInput, makeBase } from './base-run.ts'
import { lowerThreadPriority } from './thread-priority.ts'

const input = workerData as BaseInput
// A merge can wait for a core, while requests cannot; a start waits for a load.
if (input.kind === 'merge') lowerThreadPriority()
parentPort!.postMessage(makeBase(input))
