import assert from 'node:assert/strict'
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { testFolder } from '../../../tests/support/temp-folder.ts'
import { Metrics } from '../metrics.ts'
import { createSnapshotMetrics } from './snapshot-metrics.ts'

const NOW = Date.UTC(2026, 10, 22)

it('the metrics of snapshots tell age, size and duration, although the clock was set back, and count failures', async t => {
  const folder = testFolder(t, 'snapshot-metrics')
  const metrics = new Metrics()
  const clock = new ManualClock(NOW)
  const measureWritesOf = createSnapshotMetrics({ dir: folder, clock, metrics })
  const measureWrite = measureWritesOf('catalog')
  assert.doesNotMatch(await metrics.text(), /snapshot="/, 'no file, no sample')

  const path = join(folder, 'catalog.snapshot')
  const never = new AbortController().signal
  const write = async () => {
    writeFileSync(path, 'twelve bytes')
    clock.advance(2000)
    clock.setBy(-60_000)
  }
  assert.equal(await measureWrite(never, write), undefined)
  clock.setBy(60_000)
  utimesSync(path, NOW / 1000 - 88, NOW / 1000 - 88)
  const full = () => Promise.reject(new Error('disk full'))
  await assert.rejects(measureWrite(never, full), /disk full/)
  await assert.rejects(measureWrite(AbortSignal.abort(), full), /disk full/)

  const text = await metrics.text()
  assert.match(text, /^avatary_snapshot_age_seconds\{snapshot="catalog"\} 90$/m)
  assert.match(text, /^avatary_snapshot_bytes\{snapshot="catalog"\} 12$/m)
  assert.match(text, /^avatary_snapshot_write_duration_seconds_count\{snapshot="catalog"\} 1$/m)
  assert.match(text, /^avatary_snapshot_write_duration_seconds_sum\{snapshot="catalog"\} 2$/m)
  assert.match(text, /^avatary_snapshot_failures_total\{snapshot="catalog"\} 1$/m)
  assert.doesNotMatch(text, /snapshot="insights"/)
})
