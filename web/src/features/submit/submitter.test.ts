import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SubmissionState } from '@avatary/contract/submission'
import { Refusal } from '../../lib/api.ts'
import type { Item, Result } from './items.ts'
import { Submitter } from './submitter.ts'

const idOf = (index: number) => `avtr_00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

const ids = (count: number) => Array.from({ length: count }, (_, index) => idOf(index))

const queued = (id: string): Result => ({ id, status: 'queued', position: 1 })

/** A server that decides at the second request for a state, and a clock that advances whenever the submitter waits. */
function start(
  t: TestContext,
  submit: (ids: readonly string[]) => readonly Result[] = all => all.map(queued),
) {
  const batches: number[] = []
  const pauses: string[] = []
  const asked = new Set<string>()
  const clock = { now: 0 }
  let storedItems: readonly Item[] = []
  const stateOf = (id: string): SubmissionState => {
    const isKnown = asked.has(id)
    asked.add(id)
    return isKnown
      ? { id, state: 'indexed', position: null, etaSeconds: null, reason: null }
      : { id, state: 'queued', position: 3, etaSeconds: 9, reason: null }
  }
  const submitter = new Submitter(
    {
      submit: async batch => {
        batches.push(batch.length)
        return { results: submit(batch), retryAfterSeconds: 20 }
      },
      statesOf: async batch => ({ submissions: batch.map(stateOf), missing: [] }),
      avatarsOf: async () => [],
      keep: items => {
        storedItems = items
      },
      now: () => clock.now,
      wait: async ms => {
        await nextTurn()
        clock.now += ms
      },
    },
    [],
  )
  submitter.listen(() => {
    const { pause } = submitter.progress()
    if (pause !== null && pauses.at(-1) !== pause.reason) pauses.push(pause.reason)
  })
  const work = new AbortController()
  t.after(() => work.abort())
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise<void>(resolve => queueMicrotask(() => setImmediate(resolve)))
  }
  const run = () => void submitter.run(work.signal)
  const states = () => submitter.progress().items.map(({ state }) => state)
  return { submitter, batches, pauses, clock, run, until, states, storedItems: () => storedItems }
}

describe('submitting a list', () => {
  it('sends batches of 50, at most 100 a minute, and follows all until they are decided', async t => {
    const { submitter, batches, pauses, run, until, states, clock } = start(t)
    run()
    submitter.add(ids(120))
    await until(() => states().every(state => state === 'indexed'))
    assert.deepEqual(batches, [50, 50, 20])
    assert.deepEqual(pauses, ['limit'])
    assert.ok(clock.now >= 60_000)
  })

  it('waits when it is refused, and sends the same again', async t => {
    const answers = [429, 503, 0]
    const headers = new Headers({ 'Retry-After': '7' })
    const { submitter, batches, pauses, run, until, states } = start(t, batch => {
      const status = answers.shift()
      if (status !== undefined) throw new Refusal(status, 'rate_limited', headers)
      return batch.map(queued)
    })
    run()
    submitter.add(ids(3))
    await until(() => states().every(state => state === 'indexed'))
    assert.deepEqual(batches, [3, 3, 3, 3])
    assert.deepEqual(pauses, ['limit', 'unavailable'])
  })

  it('keeps items for which the queue was full, and sends them again', async t => {
    let isFull = true
    const { submitter, batches, pauses, run, until, states } = start(t, batch => {
      const results = batch.map(
        (id, index): Result =>
          isFull && index > 0 ? { id, status: 'rejected', code: 'queue_full' } : queued(id),
      )
      isFull = false
      return results
    })
    run()
    submitter.add(ids(3))
    await until(() => states().every(state => state === 'indexed'))
    assert.deepEqual(batches, [3, 2])
    assert.deepEqual(pauses, ['queue_full'])
  })

  it('keeps the list for a reload, and adds an id once', async t => {
    const { submitter, run, until, states, storedItems } = start(t, batch =>
      batch.map(id => ({ id, status: 'rejected', code: 'blocked' })),
    )
    submitter.add(ids(2))
    submitter.add(ids(3))
    assert.equal(submitter.progress().items.length, 3)
    run()
    await until(() => states().every(state => state === 'rejected'))
    assert.deepEqual(storedItems(), submitter.progress().items)
    submitter.removeDecided()
    assert.deepEqual(storedItems(), [])
  })
})
