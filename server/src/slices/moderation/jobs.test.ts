import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { DAY_MS } from '../../kernel/days.ts'
import { moderationJobs } from './jobs.ts'

const NOW = 1000 * DAY_MS

it('the jobs of moderation delete old rows after the configured days, and nothing when that is 0', async () => {
  const deleted: [string, number][] = []
  const noting = (what: string) => async (beforeMs: number) => deleted.push([what, beforeMs])
  const stores = {
    store: { deleteAuditBefore: noting('audit') },
    reports: { deleteClosedBefore: noting('reports') },
    clock: new ManualClock(NOW),
  }
  const jobsOf = (closedReportDays: number, auditDays: number) =>
    moderationJobs({ ...stores, config: { retention: { closedReportDays, auditDays } } })
  for (const job of jobsOf(10, 20)) await job.run(new AbortController().signal)
  assert.deepEqual(deleted, [
    ['reports', NOW - 10 * DAY_MS],
    ['audit', NOW - 20 * DAY_MS],
  ])
  assert.deepEqual(
    jobsOf(0, 5).map(({ name }) => name),
    ['forget-old-audit'],
  )
})
