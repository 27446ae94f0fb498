import assert from 'node:assert/strict'
import { it } from 'node:test'
import { silentLog } from '../platform/log.ts'
import { Metrics } from '../platform/metrics.ts'
import { openOverload } from './overload.ts'

/** A source of samples that returns the values set by a test. */
class FakeDelays {
  readonly calls: string[] = []
  count = 0
  mean = Number.NaN

  enable(): boolean {
    return this.calls.push('enable') > 0
  }

  disable(): boolean {
    return this.calls.push('disable') > 0
  }

  reset(): void {
    this.calls.push('reset')
    this.count = 0
    this.mean = Number.NaN
  }

  sample(milliseconds: number): void {
    this.count = 25
    this.mean = milliseconds * 1e6
  }
}

function setUp() {
  const lagSource = new FakeDelays()
  const config = { http: { overloadLagMs: 100 } }
  const { overload, part } = openOverload({
    config,
    lagSource,
    log: silentLog,
    metrics: new Metrics(),
    random: () => 0,
  })
  const [job] = part.jobs!
  const noteLag = () => job!.run(new AbortController().signal)
  return { lagSource, overload, part, job: job!, noteLag }
}

it('the event loop watch refuses by the mean lag since its last run, not counting the sampling interval', async () => {
  const { lagSource, overload, noteLag } = setUp()
  for (const [sampleMs, level] of [
    [10, 0],
    [109, 0],
    [110, 1],
    [209, 1],
    [210, 2],
    [411, 3],
    [5, 0],
  ] as const) {
    lagSource.sample(sampleMs)
    await noteLag()
    assert.equal(overload.level, level, `${sampleMs} ms`)
    assert.equal(lagSource.calls.at(-1), 'reset')
  }
})

it('the event loop watch changes nothing when there was no sample', async () => {
  const { lagSource, overload, noteLag } = setUp()
  lagSource.sample(150)
  await noteLag()
  await noteLag()
  assert.equal(overload.level, 1)
})

it('the event loop watch samples while the part is open, in processes that answer requests', async () => {
  const { lagSource, part, job } = setUp()
  assert.deepEqual([lagSource.calls.length, job.on], [0, 'api'])
  await part.open!(new AbortController().signal)
  assert.deepEqual(lagSource.calls, ['enable'])
  await part.close!()
  assert.deepEqual(lagSource.calls, ['enable', 'disable'])
})
