import { parentPort, workerData } from 'node:worker_threads'
import { type BaseInput, makeBase } from './base-task.ts'
import { lowerThreadPriority } from './thread-priority.ts'

const input = workerData as BaseInput
// A merge can wait for a processor, but requests cannot. Loading keeps its priority, because the start waits for it.
if (input.kind === 'merge') lowerThreadPriority()
parentPort!.postMessage(makeBase(input))
