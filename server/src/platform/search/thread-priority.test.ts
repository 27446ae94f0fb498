import assert from 'node:assert/strict'
import { once } from 'node:events'
import { constants, getPriority } from 'node:os'
import { describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority
const LOWER = JSON.stringify(import.meta.resolve('./thread-priority.ts'))
const BASE_WORKER = JSON.stringify(import.meta.resolve('./base-worker.ts'))

/** Returns the priority of a thread after it ran some code. */
async function priorityAfter(code: string, workerData?: unknown): Promise<number> {
  const worker = new Worker(
    `import { getPriority } from 'node:os'
    import { parentPort } from 'node:worker_threads'
    ${code}
    parentPort.postMessage(getPriority())`,
    { eval: true, execArgv: ['--input-type=module'], workerData },
  )
  const [priority] = await once(worker, 'message')
  return priority
}

const skip = process.platform !== 'linux' && 'only Linux has a priority for each thread'

describe('the priority of a thread', { skip }, () => {
  const before = getPriority()
  const lower = (times: number) => Math.min(before + times * PRIORITY_BELOW_NORMAL, PRIORITY_LOW)

  it('becomes lower than it was, and that of no other thread does', async () => {
    const code = `import { lowerThreadPriority } from ${LOWER}
      lowerThreadPriority()`
    assert.equal(await priorityAfter(code), lower(1))
    assert.equal(await priorityAfter(`${code}\nlowerThreadPriority()`), lower(2))
    assert.equal(getPriority(), before)
  })

  it('is lower while it merges, and not while a start waits for it', async () => {
    const work = `await import(${BASE_WORKER}).catch(() => {})`
    assert.equal(await priorityAfter(work, { kind: 'merge' }), lower(1))
    assert.equal(await priorityAfter(work, { kind: 'load' }), before)
  })
})
