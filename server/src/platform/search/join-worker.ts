import { parentPort, workerData } from 'node:worker_threads'
import { joinRuns } from './base-run.ts'
import type { JoinWorkerInput, RunMessage } from './build-threads.ts'
import type { Run } from './run.ts'

/** Entry point of the thread that joins the runs of an `IndexBuilder`, received through its ports, to a base. */

const { ports } = workerData as JoinWorkerInput
const runs: Run[] = []
let open = ports.length

for (const port of ports) {
  port.on('message', (message: RunMessage) => {
    if (message !== 'end') return void runs.push(message)
    port.close()
    if (--open === 0) parentPort!.postMessage(joinRuns(runs))
  })
}
