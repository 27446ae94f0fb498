import assert from 'node:assert/strict'
import { it } from 'node:test'
import { recordLog } from '../../../tests/support/record-log.ts'
import { Metrics } from '../metrics.ts'
import { createMergeMetrics } from './merge-metrics.ts'

it('the metrics of merges tell their durations and avatars, and count those that failed', async () => {
  const metrics = new Metrics()
  const { log, lines } = recordLog()
  const { onMerged, onMergeFailed } = createMergeMetrics({ metrics, log })
  onMerged({ documentCount: 4096, seconds: 0.25 })
  onMerged({ documentCount: 4, seconds: 2 })
  onMergeFailed(new Error('broken'))
  const text = await metrics.text()
  assert.match(text, /^avatary_index_merge_duration_seconds_sum 2\.25$/m)
  assert.match(text, /^avatary_index_merge_duration_seconds_bucket\{le="0\.5"\} 1$/m)
  assert.match(text, /^avatary_index_merged_avatars_total 4100$/m)
  assert.match(text, /^avatary_index_merge_failures_total 1$/m)
  assert.match(lines.join(), /"event":"index-merge-failed"/)
})
