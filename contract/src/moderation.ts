import { type Static, Type } from 'typebox'
import { count, dateTime } from './fields.ts'
import { REPORT_REASONS } from './report.ts'
import { namedShape, nullable, shape } from './shape.ts'

/** A block hides one avatar, or all present and future avatars of an author. */
const SUBJECT_KINDS = ['avatar', 'author'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

export const MAX_BLOCK_REASON = 500

export const BlockBodySchema = Type.Object({
  reason: Type.Optional(
    Type.String({
      maxLength: MAX_BLOCK_REASON,
      description: 'For operators; when there is one already, this takes its place',
    }),
  ),
  closeReports: Type.Optional(
    Type.Boolean({ description: 'Closes the open reports of what is blocked in the same step' }),
  ),
  reported: Type.Optional(
    Type.Enum(REPORT_REASONS, {
      description: 'Of the reports that it answers; the reason where that is absent',
    }),
  ),
})

const name = nullable(Type.String(), { description: 'null when the index does not have it' })

export const BlockSchema = namedShape('Block', {
  id: Type.String({ description: 'Avatar or author id' }),
  kind: Type.Enum(SUBJECT_KINDS),
  name,
  reason: Type.String(),
  reported: nullable(Type.Enum(REPORT_REASONS), {
    description: 'Reason of the reports that it answers; null where `reason` is in the words of an operator',
  }),
  at: dateTime(),
})

export const OptOutSchema = namedShape('OptOut', {
  id: Type.String({ description: 'Author id' }),
  name,
  at: dateTime(),
})

/** The answer to a moderation command: the new state, and the number of changed avatars. */
export const ModeratedSchema = namedShape('Moderated', {
  ok: Type.Literal(true),
  id: Type.String(),
  kind: Type.Enum(SUBJECT_KINDS),
  changed: Type.Boolean({ description: 'False when it was so already' }),
  avatars: count('Avatars that this hid or showed'),
})

export const REPORT_STATES = ['open', 'closed', 'all'] as const
export type ReportState = (typeof REPORT_STATES)[number]

export const ReportSchema = namedShape('Report', {
  id: Type.Integer({ minimum: 1 }),
  avatarId: Type.String(),
  name,
  authorId: Type.String(),
  authorName: Type.String(),
  blocked: Type.Boolean({ description: 'The avatar or its author' }),
  listed: Type.Boolean({ description: 'The avatar has a page and, unless `imageUrl` is empty, a picture' }),
  imageUrl: Type.String({ description: 'As the catalog has it' }),
  openReports: count('Of the same avatar'),
  reason: Type.Enum(REPORT_REASONS),
  text: Type.String(),
  at: dateTime(),
  closedAt: nullable(dateTime()),
})

export const ReportsReopenedSchema = shape({
  ok: Type.Literal(true),
  reopened: count('Reports that were closed'),
})

export const ReportsClosedSchema = shape({ ok: Type.Literal(true), closed: count('Reports that were open') })

const AUDIT_ACTIONS = [
  'block',
  'unblock',
  'opt-out',
  'opt-in',
  'close-report',
  'reopen-report',
  'add-placement',
  'change-placement',
  'remove-placement',
  'add-staff',
  'remove-staff',
  'exclude-search',
  'include-search',
  'block-application',
  'unblock-application',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

const AuditFactsSchema = Type.Union([
  shape({ kind: Type.Literal('reports'), count: count('Reports that were closed or reopened') }),
  shape({
    kind: Type.Literal('report'),
    id: Type.Integer({ minimum: 1 }),
    reason: Type.Enum(REPORT_REASONS),
  }),
  shape({ kind: Type.Literal('reported'), reason: Type.Enum(REPORT_REASONS) }),
  shape({
    kind: Type.Literal('placement'),
    id: Type.Integer({ minimum: 1 }),
    weight: Type.Integer({ minimum: 0 }),
    startsAt: dateTime(),
    endsAt: nullable(dateTime()),
  }),
])
export type AuditFacts = Static<typeof AuditFactsSchema>

export const AuditEntrySchema = namedShape('AuditEntry', {
  id: Type.Integer({ minimum: 1 }),
  at: dateTime(),
  actor: Type.String({
    description: 'Who did it: `admin token`, `user` and a community id, or `cli` and a name on that machine',
  }),
  action: Type.Enum(AUDIT_ACTIONS),
  subject: Type.String({
    description: 'Avatar, author or group id, a staff name, words of a search, or a client id',
  }),
  detail: Type.String({ description: 'In English, or in the words of the operator' }),
  facts: nullable(AuditFactsSchema, {
    description:
      '`detail` as data; null where an operator wrote it, and in entries of before `0030-audit-facts`',
  }),
})
