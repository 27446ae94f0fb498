import type { Database } from '../../kernel/database.ts'
import { readAudit } from './audit.sql.ts'
import { readBlocks, readOptOuts } from './lists.sql.ts'
import { MOST_REPORTS, type MostReports } from './report-limits.ts'
import { ReportStore } from './reports.sql.ts'
import type { ModerationStore } from './store.ts'
import type { ModerationTables } from './tables.sql.ts'
import { WithholdingWriter } from './withholding.sql.ts'

/** Moderation in the system of record. */
export function createModerationStore({
  db,
  mostReports = MOST_REPORTS,
}: {
  db: Database
  mostReports?: MostReports
}): ModerationStore {
  const sql = db.tables<ModerationTables>()
  const writer = new WithholdingWriter(db)
  const reports = new ReportStore(sql, mostReports)
  return {
    block: (subject, reason, act) => writer.block(subject, reason, act),
    unblock: (subject, act) => writer.unblock(subject, act),
    optOut: (authorId, act) => writer.optOut(authorId, act),
    optIn: (authorId, act) => writer.optIn(authorId, act),
    blocks: range => readBlocks(sql, range),
    optOuts: range => readOptOuts(sql, range),
    addReport: (report, nowMs) => reports.add(report, nowMs),
    reports: (state, range) => reports.list(state, range),
    closeReport: (id, act) => reports.close(id, act),
    closeReportsOf: (avatarId, act) => reports.closeOf(avatarId, act),
    audit: range => readAudit(sql, range),
  }
}
