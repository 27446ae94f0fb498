import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Semaphore } from './semaphore.ts'

describe('a semaphore', () => {
  it('runs a few tasks at a time, and the others in the order of their arrival', async () => {
    const semaphore = new Semaphore(2)
    const started: number[] = []
    const tasks = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
    const runs = tasks.map(({ promise }, index) =>
      semaphore.run(async () => {
        started.push(index)
        await promise
        return index
      }),
    )
    assert.deepEqual([started, semaphore.waitingCount], [[0, 1], 2])
    tasks[1]!.resolve()
    await runs[1]
    assert.deepEqual([started, semaphore.waitingCount], [[0, 1, 2], 1])
    for (const { resolve } of tasks) resolve()
    assert.deepEqual(await Promise.all(runs), [0, 1, 2, 3])
  })

  it('goes on after a task that failed', async () => {
    const semaphore = new Semaphore(1)
    const failed = semaphore.run(() => Promise.reject(new Error('gone')))
    const next = semaphore.run(async () => 'done')
    await assert.rejects(failed, /gone/)
    assert.equal(await next, 'done')
  })
})
