import type { Worker } from 'node:worker_threads'

/** Resolves to the first message of a thread. Rejects when the thread fails, or ends without a message. */
export function workerResult<Result>(worker: Worker): Promise<Result> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', code => reject(new Error(`A thread of the index ended with code ${code}`)))
  })
}
