import type { AuditAction, ReportState } from '@avatary/contract/moderation'
import type { ReportReason } from '@avatary/contract/report'
import type { Subject } from './subject.ts'

/** Who does something, and when. */
export interface Act {
  actor: string
  nowMs: number
}

/** What an act did; doing it again changes nothing and is no row of the audit log. */
export interface Moderated {
  isChanged: boolean
  /** Avatars that it blocked or unblocked, hid or showed. */
  avatars: number
}

export interface Range {
  limit: number
  offset: number
}

export interface Listed<Item> {
  total: number
  items: Item[]
}

export interface Block extends Subject {
  /** Of the avatar or author; null when the catalog has none. */
  name: string | null
  reason: string
  atMs: number
}

export interface OptOut {
  id: string
  name: string | null
  atMs: number
}

export interface NewReport {
  avatarId: string
  reason: ReportReason
  text: string
}

export interface Report extends NewReport {
  id: number
  name: string | null
  authorId: string
  authorName: string
  isBlocked: boolean
  /** Open reports of the same avatar. */
  openReports: number
  atMs: number
  closedAtMs: number | null
}

export interface AuditEntry {
  id: number
  atMs: number
  actor: string
  action: AuditAction
  subject: string
  detail: string
}

/**
 * Blocks, opt-outs, reports and the audit log. Each act is one transaction with its rows in the change log and the
 * audit log, durable when it resolves; lists are newest first.
 */
export interface ModerationStore {
  /** @param reason null leaves the one there is, or none. */
  block(subject: Subject, reason: string | null, act: Act): Promise<Moderated>
  /** An avatar whose author is blocked, or the other way round, stays hidden. */
  unblock(subject: Subject, act: Act): Promise<Moderated>
  optOut(authorId: string, act: Act): Promise<Moderated>
  optIn(authorId: string, act: Act): Promise<Moderated>
  blocks(range: Range): Promise<Listed<Block>>
  optOuts(range: Range): Promise<Listed<OptOut>>
  /** Keeps a report as far as `report-limits.ts` lets it. */
  addReport(report: NewReport, nowMs: number): Promise<'kept' | 'enough'>
  reports(state: ReportState, range: Range): Promise<Listed<Report>>
  closeReport(id: number, act: Act): Promise<'closed' | 'unchanged' | 'unknown'>
  /** Closes every open report of an avatar: how many. */
  closeReportsOf(avatarId: string, act: Act): Promise<number>
  audit(range: Range): Promise<Listed<AuditEntry>>
}
