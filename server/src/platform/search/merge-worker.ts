import { parentPort, workerData } from 'node:worker_threads'
import { deriveLive } from './live-parts.ts'
import { mergeTails } from './merge.ts'
import type { MergeJob, MergeResult } from './merge-job.ts'

const { base, tails } = workerData as MergeJob
const sections = mergeTails(base, tails)
parentPort!.postMessage({ sections, live: deriveLive(sections) } satisfies MergeResult)
