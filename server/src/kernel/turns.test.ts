import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Turns } from './turns.ts'

describe('turns', () => {
  it('let a few works run at a time, the others in the order of their coming', async () => {
    const turns = new Turns(2)
    const begun: number[] = []
    const works = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
    const taken = works.map(({ promise }, index) =>
      turns.take(async () => {
        begun.push(index)
        await promise
        return index
      }),
    )
    assert.deepEqual([begun, turns.waiting], [[0, 1], 2])
    works[1]!.resolve()
    await taken[1]
    assert.deepEqual([begun, turns.waiting], [[0, 1, 2], 1])
    for (const { resolve } of works) resolve()
    assert.deepEqual(await Promise.all(taken), [0, 1, 2, 3])
  })

  it('go on after a work that failed', async () => {
    const turns = new Turns(1)
    const failed = turns.take(() => Promise.reject(new Error('gone')))
    const next = turns.take(async () => 'done')
    await assert.rejects(failed, /gone/)
    assert.equal(await next, 'done')
  })
})
