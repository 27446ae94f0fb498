export { auditAnswer, blockAnswer, optOutAnswer, reportAnswer } from './answers.ts'
export { addAuditEntry, writeAudited } from './audit.sql.ts'
export { ExcludedSearchStore } from './excluded-searches.sql.ts'
export { openModeration } from './open.ts'
export { actOf, pageAnswer } from './operators.ts'
export { ReportStore } from './reports.sql.ts'
export { ModerationStore } from './store.sql.ts'
export type { Act } from './store.ts'
export {
  AUTHOR_HINT,
  parseAuthor,
  parseReportSubject,
  parseSubject,
  type ReportSubject,
  SUBJECT_HINT,
  type Subject,
} from './subject.ts'
export type { ModerationTables } from './tables.sql.ts'
