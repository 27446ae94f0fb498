import assert from 'node:assert/strict'
import { it } from 'node:test'
import { idOf } from '../../../tests/store/fixtures.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import type { SubmissionStore } from './store.sql.ts'
import { Submissions } from './submissions.ts'

it('the states of several submissions read the pace once', async () => {
  const clock = new ManualClock(0)
  const progressOf = (position: number) => ({
    isBlocked: false,
    isActive: null,
    isWithdrawn: false,
    position,
    dueAtMs: position === 2 ? 90_000 : 0,
    decision: null,
  })
  const store = {
    progressOfEach: async ids => new Map(ids.map((id, i) => [id, progressOf(i + 1)])),
  } as Partial<SubmissionStore> as SubmissionStore
  let readings = 0
  const readPace = async () => {
    readings++
    return (position: number) => 10 * position
  }
  const submissions = new Submissions({ store, clock, capacity: 10, readPace })
  const states = await submissions.statesOf([1, 2, 3].map(idOf))
  assert.deepEqual(
    states.submissions.map(({ etaSeconds }) => etaSeconds),
    [10, 90, 30],
  )
  assert.equal(readings, 1)
})
