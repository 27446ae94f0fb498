import assert from 'node:assert/strict'
import { it } from 'node:test'
import { turnsWhile } from '../../tests/support/turns.ts'
import { runInTurns } from './run-in-turns.ts'

it('runs each step of the work in a turn of its own, and returns its result', async () => {
  let steps = 0
  function* work() {
    for (; steps < 10; steps++) yield
    return 'done'
  }
  let result: string | undefined
  const turns = await turnsWhile(async () => {
    result = await runInTurns(work())
  })
  assert.deepEqual([steps, result], [10, 'done'])
  assert.ok(turns >= 10)
})

it('passes on an error of the work', async () => {
  // biome-ignore lint/correctness/useYield: it fails before its first step
  const failing = function* () {
    throw new Error('broken')
  }
  await assert.rejects(runInTurns(failing()), /broken/)
})
