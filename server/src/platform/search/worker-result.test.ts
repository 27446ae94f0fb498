import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import { workerResult } from './worker-result.ts'

const run = (code: string) => workerResult(new Worker(code, { eval: true }))

describe('the result of a thread', () => {
  it('is its first message', async () => {
    const code =
      "const { parentPort } = require('worker_threads'); parentPort.postMessage(1); parentPort.postMessage(2)"
    assert.equal(await run(code), 1)
  })

  it('is an error when the thread throws one, or ends without a message', async () => {
    await assert.rejects(run('throw new Error("full")'), /full/)
    await assert.rejects(run('process.exit(0)'), /ended with code 0/)
  })
})
