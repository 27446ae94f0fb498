import { isRowNumber } from '../../kernel/opaque-id.ts'
import type { ReportStore } from './reports.sql.ts'
import type { Act } from './store.ts'
import { parseSubject, type Subject } from './subject.ts'

/** A single report, or all reports about an avatar or an author. */
export type ReportSubject = { readonly kind: 'report'; readonly number: number } | Subject

/** Parses the number of a report, or the id or URL of an avatar or author; null for anything else. */
export function parseReportSubject(text: string): ReportSubject | null {
  return isRowNumber(text) ? { kind: 'report', number: Number(text) } : parseSubject(text)
}

/** @returns the number of reports closed; null when there is no report with that number. */
export async function closeReports(
  reports: ReportStore,
  subject: ReportSubject,
  act: Act,
): Promise<number | null> {
  if (subject.kind !== 'report') return await reports.closeOf(subject, act)
  const { kind } = await reports.close(subject.number, act)
  return kind === 'unknown' ? null : Number(kind === 'closed')
}

/** @returns the number of reports reopened; null when there is no report with that number. */
export async function reopenReports(
  reports: ReportStore,
  subject: ReportSubject,
  act: Act,
): Promise<number | null> {
  if (subject.kind !== 'report') return await reports.reopenOf(subject, act)
  const { kind } = await reports.reopen(subject.number, act)
  return kind === 'unknown' ? null : Number(kind === 'reopened')
}
