import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from '../../tests/support/manual-clock.ts'
import { recordLog } from '../../tests/support/record-log.ts'
import { DatabaseUnavailableError } from '../kernel/database-unavailable.ts'
import { DatabaseFaults } from './database-faults.ts'
import { Metrics } from './metrics.ts'

function watch() {
  const { log, lines } = recordLog()
  const clock = new ManualClock()
  const metrics = new Metrics()
  const faults = new DatabaseFaults({ log, clock, metrics })
  return { lines, clock, metrics, faults }
}

const unreachable = new DatabaseUnavailableError('unreachable', 'connect ECONNREFUSED')
const full = new DatabaseUnavailableError('full', 'could not extend file: No space left on device')

describe('faults of the database', () => {
  it('are one line a minute for each kind, with how many more there were', () => {
    const { lines, clock, faults } = watch()
    for (let times = 0; times < 5000; times++) faults.onFailedStatement(unreachable)
    faults.onFailedStatement(full)
    clock.advance(60_000)
    faults.onFailedStatement(unreachable)
    const logged = lines.map(line => JSON.parse(line)).map(({ fault, more }) => [fault, more])
    assert.deepEqual(logged, [
      ['unreachable', undefined],
      ['full', undefined],
      ['unreachable', 4999],
    ])
    assert.equal(JSON.parse(lines[0]!).reason, 'connect ECONNREFUSED')
  })

  it('are counted by kind', async () => {
    const { metrics, faults } = watch()
    for (const error of [unreachable, full, unreachable]) faults.onFailedStatement(error)
    const text = await metrics.text()
    assert.match(text, /^avatary_record_faults_total\{fault="unreachable"\} 2$/m)
    assert.match(text, /^avatary_record_faults_total\{fault="full"\} 1$/m)
  })

  it('are summed up when the database is back', () => {
    const { lines, clock, faults } = watch()
    faults.onAway(unreachable)
    faults.onFailedStatement(unreachable)
    faults.onFailedStatement(unreachable)
    clock.advance(75_000)
    faults.onBack()
    const { awayMs, more, level } = JSON.parse(lines.at(-1)!)
    assert.deepEqual({ awayMs, more, level }, { awayMs: 75_000, more: { unreachable: 1 }, level: 'warn' })
  })
})
