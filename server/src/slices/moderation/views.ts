import type { AuditEntry, Block, OptOut, Report } from './store.ts'

/** Shapes of `contract/src/moderation.ts`, for HTTP and the command line. */
export function blockAnswer({ id, kind, name, reason, atMs }: Block) {
  return { id, kind, name, reason, at: iso(atMs) }
}

export function optOutAnswer({ id, name, atMs }: OptOut) {
  return { id, name, at: iso(atMs) }
}

export function reportAnswer({ isBlocked, atMs, closedAtMs, ...report }: Report) {
  const { id, avatarId, name, authorId, authorName, openReports, reason, text } = report
  return {
    id,
    avatarId,
    name,
    authorId,
    authorName,
    blocked: isBlocked,
    openReports,
    reason,
    text,
    at: iso(atMs),
    closedAt: closedAtMs === null ? null : iso(closedAtMs),
  }
}

export function auditAnswer({ id, atMs, actor, action, subject, detail }: AuditEntry) {
  return { id, at: iso(atMs), actor, action, subject, detail }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
