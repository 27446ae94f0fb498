import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ManualClock } from '../../tests/support/manual-clock.ts'
import { DatabaseUnavailableError } from '../kernel/database-unavailable.ts'
import type { Job } from '../kernel/job.ts'
import { HOUR_MS } from '../kernel/time.ts'
import { Jobs } from './jobs.ts'
import { Metrics } from './metrics.ts'

/** Starts one job. `beganMs` lists when its runs began, in ms after the first. */
function startJob(job: Omit<Job, 'on' | 'name'>) {
  const clock = new ManualClock(0)
  const logged: string[] = []
  const metrics = new Metrics()
  const jobs = new Jobs({ clock, metrics, log: { error: ({ job }) => logged.push(String(job)) } })
  const beganMs: number[] = []
  const run = async (signal: AbortSignal) => {
    beganMs.push(clock.now())
    await job.run(signal)
  }
  jobs.start({ name: 'test', ...job, run })
  clock.watch(1)
  return { clock, jobs, logged, metrics, beganMs }
}

const nothing = async () => {}

describe('background jobs', () => {
  it('run again and again until they are disposed of', async () => {
    const { clock, jobs, beganMs } = startJob({ everyMs: 100, run: nothing })
    await clock.settle(350, 1)
    assert.deepEqual(beganMs, [100, 200, 300])
    await jobs[Symbol.asyncDispose]()
    clock.advance(1000)
    await nextTurn()
    assert.equal(beganMs.length, 3)
  })

  it('run for the first time at once when they say so', async () => {
    const { clock, beganMs, jobs } = startJob({ everyMs: HOUR_MS, startsAtOnce: true, run: nothing })
    await clock.settle(0, 1)
    assert.deepEqual(beganMs, [0])
    await jobs[Symbol.asyncDispose]()
  })

  it('run at even intervals between their starts when they say so', async () => {
    const { clock, jobs, beganMs } = startJob({ everyMs: 100, fromStart: true, run: () => clock.sleep(60) })
    await clock.settle(350, 1)
    assert.deepEqual(beganMs, [100, 200, 300])
    clock.advance(60)
    await jobs[Symbol.asyncDispose]()
  })

  it('are waited for when they are disposed of in the middle of a run', async () => {
    let isDone = false
    const { promise, resolve } = Promise.withResolvers<void>()
    const { clock, jobs } = startJob({
      everyMs: 1,
      run: async () => {
        await promise
        isDone = true
      },
    })
    clock.advance(1)
    await nextTurn()
    const disposed = jobs[Symbol.asyncDispose]()
    resolve()
    await disposed
    assert.equal(isDone, true)
  })

  it('get an aborted signal when the process stops, and may throw its reason', async () => {
    const { clock, jobs, logged, beganMs } = startJob({
      everyMs: 1,
      run: signal =>
        new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    })
    clock.advance(1)
    await nextTurn()
    await jobs[Symbol.asyncDispose]()
    assert.equal(beganMs.length, 1)
    assert.deepEqual(logged, [])
  })

  it('run again after a failure, which is logged and counted with the name of the job, after doubling pauses', async () => {
    const { clock, jobs, logged, metrics, beganMs } = startJob({
      everyMs: 1,
      run: () => Promise.reject(new Error('down')),
    })
    await clock.settle(4000, 1)
    assert.deepEqual(beganMs, [1, 501, 1501, 3501])
    assert.deepEqual(logged, ['test', 'test', 'test', 'test'])
    assert.match(await metrics.text(), /^avatary_job_failures_total\{name="test"\} 4$/m)
    await jobs[Symbol.asyncDispose]()
  })

  it('run again soon, without a line in the log, while the database is away', async () => {
    const away = () => Promise.reject(new DatabaseUnavailableError('unreachable', 'nobody there'))
    const { clock, jobs, logged, beganMs } = startJob({ everyMs: 1, run: away })
    await clock.settle(800, 1)
    assert.deepEqual(beganMs, [1, 251, 501, 751])
    assert.deepEqual(logged, [])
    await jobs[Symbol.asyncDispose]()
  })
})
