import assert from 'node:assert/strict'
import { once } from 'node:events'
import { constants, getPriority } from 'node:os'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'

test('lowers the priority of the thread that calls, and of no other', {
  skip: process.platform !== 'linux' && 'only Linux has a priority for each thread',
}, async () => {
  const before = getPriority()
  const worker = new Worker(
    `import { getPriority } from 'node:os'
    import { parentPort } from 'node:worker_threads'
    import { lowerThreadPriority } from ${JSON.stringify(import.meta.resolve('./thread-priority.ts'))}
    lowerThreadPriority()
    parentPort.postMessage(getPriority())`,
    { eval: true, execArgv: ['--input-type=module'] },
  )
  const [lowered] = await once(worker, 'message')
  assert.equal(lowered, constants.priority.PRIORITY_BELOW_NORMAL)
  assert.equal(getPriority(), before)
})
