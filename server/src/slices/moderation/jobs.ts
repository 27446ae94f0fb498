import type { Clock } from '../../kernel/clock.ts'
import { DAY_MS } from '../../kernel/days.ts'
import type { Job } from '../../kernel/job.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import type { ReportStore } from './reports.sql.ts'
import type { ModerationStore } from './store.sql.ts'

interface ModerationJobsDeps {
  store: Pick<ModerationStore, 'deleteAuditBefore'>
  reports: Pick<ReportStore, 'deleteClosedBefore'>
  clock: Clock
  config: {
    readonly retention: {
      /** Days for which a closed report is stored; 0 means for ever. */
      readonly closedReportDays: number
      /** Days for which an entry of the audit log is stored; 0 means for ever. */
      readonly auditDays: number
    }
  }
}

export function moderationJobs({ store, reports, clock, config }: ModerationJobsDeps): readonly Job[] {
  const { closedReportDays, auditDays } = config.retention
  const daysAgoMs = (days: number) => clock.now() - days * DAY_MS
  const jobs: Job[] = []
  const addHourly = (name: string, days: number, run: (beforeMs: number) => Promise<unknown>) => {
    if (days > 0)
      jobs.push({ name, everyMs: HOUR_MS, on: 'worker', run: async () => void (await run(daysAgoMs(days))) })
  }
  addHourly('forget-closed-reports', closedReportDays, ms => reports.deleteClosedBefore(ms))
  addHourly('forget-old-audit', auditDays, ms => store.deleteAuditBefore(ms))
  return jobs
}
