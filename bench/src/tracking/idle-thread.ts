import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parentPort } from 'node:worker_threads'

/** Entry point of the thread behind `watchIdleThread`; answers each message with its longest delay in milliseconds. */

const histogram = monitorEventLoopDelay({ resolution: 10 })
histogram.enable()
parentPort!.on('message', () => parentPort!.postMessage(histogram.max / 1e6))
