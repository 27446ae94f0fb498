import { REPORT_REASONS } from '@avatary/contract/report'
import { isoOf } from '../../kernel/days.ts'
import { sentenceOf } from './audit.sql.ts'
import type { AuditEntry, Block, OptOut, Report } from './store.ts'

/** The shapes of `contract/src/moderation.ts`, for HTTP and the command line. */
export function blockAnswer({ id, kind, name, reason, atMs }: Block) {
  const reported =
    REPORT_REASONS.find(code => sentenceOf({ kind: 'reported', reason: code }) === reason) ?? null
  return { id, kind, name, reason, reported, at: isoOf(atMs) }
}

export function optOutAnswer({ id, name, atMs }: OptOut) {
  return { id, name, at: isoOf(atMs) }
}

export function reportAnswer({ isBlocked, isListed, atMs, closedAtMs, ...report }: Report) {
  const closedAt = closedAtMs === null ? null : isoOf(closedAtMs)
  return { ...report, blocked: isBlocked, listed: isListed, at: isoOf(atMs), closedAt }
}

export function auditAnswer({ atMs, ...entry }: AuditEntry) {
  return { ...entry, at: isoOf(atMs) }
}
