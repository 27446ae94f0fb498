import { parentPort, workerData } from 'node:worker_threads'
import { deriveLive } from './live-parts.ts'
import { mergeTails } from './merge.ts'
import type { MergeInput, MergeResult } from './merge-run.ts'

const { base, tails } = workerData as MergeInput
const sections = mergeTails(base, tails)
parentPort!.postMessage({ sections, live: deriveLive(sections) } satisfies MergeResult)
