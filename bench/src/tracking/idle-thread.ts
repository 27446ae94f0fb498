import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parentPort } from 'node:worker_threads'

/** Entry point of the thread behind `watchIdleThread`; answers each message with its longest delay in milliseconds. */

const delays = monitorEventLoopDelay({ resolution: 10 })
delays.enable()
parentPort!.on('message', () => parentPort!.postMessage(delays.max / 1e6))
