import assert from 'node:assert/strict'
import { it } from 'node:test'
import { costOfSubmission } from './handlers.ts'

it('each item of a submission counts, and an invalid body counts as one', () => {
  const items = (n: number) => ({ avatarIds: Array.from({ length: n }, () => 'x') })
  const CASES: [body: unknown, cost: number][] = [
    [{ avatarId: 'x' }, 1],
    [items(1), 1],
    [items(50), 50],
    [items(0), 1],
    [items(5000), 50],
    [{ ...items(7), avatarId: 'x' }, 7],
    [{ avatarIds: 'x' }, 1],
    [{}, 1],
    [null, 1],
    ['x', 1],
    [[1, 2], 1],
  ]
  for (const [body, cost] of CASES)
    assert.equal(costOfSubmission(body), cost, JSON.stringify(body).slice(0, 40))
})
