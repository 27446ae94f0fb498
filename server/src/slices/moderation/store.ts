import type { AuditAction, AuditFacts } from '@avatary/contract/moderation'
import type { ReportReason } from '@avatary/contract/report'
import type { Subject } from './subject.ts'

/** The operator who gave a command, and its time. */
export interface Act {
  actor: string
  nowMs: number
}

export interface Block extends Subject {
  /** Name of the avatar or author; null when the catalog has none. */
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
  isListed: boolean
  /** Empty when the catalog has none. */
  imageUrl: string
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
  /** The details as data; null where an operator wrote text, and for entries older than `0030-audit-facts`. */
  facts: AuditFacts | null
}
