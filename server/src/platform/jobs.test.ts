import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { RecordUnavailableError } from '../kernel/record-unavailable.ts'
import { Jobs } from './jobs.ts'

const quiet = { error: () => {} }

/** A job that counts its runs, and a promise of the n-th of them. */
function counting(awaited: number, run: (count: number) => Promise<void> = async () => {}) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let runs = 0
  const job = async () => {
    runs++
    if (runs === awaited) resolve()
    await run(runs)
  }
  return { job, reached: promise, runs: () => runs }
}

/** Jobs keep no process alive, so a test that waits for one must. */
async function alive<T>(awaited: Promise<T>): Promise<T> {
  const keeper = setInterval(() => {}, 1000)
  try {
    return await awaited
  } finally {
    clearInterval(keeper)
  }
}

describe('background jobs', () => {
  it('run again and again until they are disposed of', async () => {
    const jobs = new Jobs({ log: quiet })
    const { job, reached, runs } = counting(3)
    jobs.start({ name: 'count', everyMs: 1, run: job })
    await alive(reached)
    await jobs[Symbol.asyncDispose]()
    const ended = runs()
    await alive(new Promise(resolve => setImmediate(resolve)))
    assert.equal(runs(), ended)
  })

  it('run for the first time at once when they say so', async () => {
    await using jobs = new Jobs({ log: quiet })
    const { job, reached } = counting(1)
    jobs.start({ name: 'load', everyMs: 3_600_000, startsAtOnce: true, run: job })
    await alive(reached)
  })

  it('run in even steps, counted from their starts, when they say so', async () => {
    await using jobs = new Jobs({ log: quiet })
    const pauses: number[] = []
    let endedMs = Infinity
    const { job, reached } = counting(5, async () => {
      pauses.push(performance.now() - endedMs)
      await delay(60)
      endedMs = performance.now()
    })
    jobs.start({ name: 'write', everyMs: 100, fromStart: true, run: job })
    await alive(reached)
    const shortest = Math.min(...pauses.slice(1))
    assert.ok(shortest < 90, `${shortest} ms between the end of a run and the next`)
  })

  it('are waited for when they are disposed of in the middle of a run', async () => {
    const jobs = new Jobs({ log: quiet })
    const { promise, resolve } = Promise.withResolvers<void>()
    let isDone = false
    const { job, reached } = counting(1, async () => {
      await promise
      isDone = true
    })
    jobs.start({ name: 'slow', everyMs: 1, run: job })
    await alive(reached)
    const disposed = jobs[Symbol.asyncDispose]()
    resolve()
    await disposed
    assert.equal(isDone, true)
  })

  it('are told that they are waited for, and may then end by throwing what they were told', async () => {
    const logged: string[] = []
    const jobs = new Jobs({ log: { error: ({ job }) => logged.push(String(job)) } })
    const started = Promise.withResolvers<void>()
    const run = (signal: AbortSignal) =>
      new Promise<void>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        started.resolve()
      })
    jobs.start({ name: 'endless', everyMs: 1, run })
    await alive(started.promise)
    await alive(jobs[Symbol.asyncDispose]())
    assert.deepEqual(logged, [])
  })

  it('go on after a failure, which is logged with the name of the job', async () => {
    const logged: string[] = []
    await using jobs = new Jobs({ log: { error: ({ job }) => logged.push(String(job)) } })
    const { job, reached } = counting(2, async count => {
      if (count === 1) throw new Error('down')
    })
    jobs.start({ name: 'shaky', everyMs: 1, run: job })
    await alive(reached)
    assert.deepEqual(logged, ['shaky'])
  })

  it('look again soon, without a word, while the system of record is away', async () => {
    const logged: string[] = []
    await using jobs = new Jobs({ log: { error: ({ job }) => logged.push(String(job)) } })
    const { job, reached } = counting(6, () =>
      Promise.reject(new RecordUnavailableError('unreachable', 'nobody there')),
    )
    const started = performance.now()
    jobs.start({ name: 'follow', everyMs: 1, run: job })
    await alive(reached)
    assert.ok(performance.now() - started < 5000, 'pauses do not grow')
    assert.deepEqual(logged, [])
  })
})
