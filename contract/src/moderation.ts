import { type Static, Type } from 'typebox'
import { EXAMPLE_AUTHOR_ID, EXAMPLE_AVATAR_ID, EXAMPLE_IMAGE, EXAMPLE_PERSON } from './example-values.ts'
import { count, dateTime } from './fields.ts'
import { EXAMPLE_REPORT, REPORT_REASONS } from './report.ts'
import { namedShape, nullable, shape, text } from './shape.ts'

/** A block hides one avatar, or all present and future avatars of an author. */
const SUBJECT_KINDS = ['avatar', 'author'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

export const MAX_BLOCK_REASON_LENGTH = 500

export const BlockBodySchema = Type.Object({
  reason: Type.Optional(
    Type.String({
      maxLength: MAX_BLOCK_REASON_LENGTH,
      description: 'The reason, for operators; replaces an earlier reason',
      examples: ['stolen'],
    }),
  ),
  closeReports: Type.Optional(
    Type.Boolean({ description: 'True also closes the open reports about the blocked subject' }),
  ),
  reported: Type.Optional(
    Type.Enum(REPORT_REASONS, {
      description: 'Reason of the reports that led to the block; used when `reason` is absent',
    }),
  ),
})

const name = nullable(text('Ember Fox'), {
  description: 'null when the index does not have it',
})

export const BlockSchema = namedShape('Block', {
  id: text(EXAMPLE_AVATAR_ID, 'Avatar or author id'),
  kind: Type.Enum(SUBJECT_KINDS),
  name,
  reason: text('stolen'),
  reported: nullable(Type.Enum(REPORT_REASONS), {
    description: 'Reason of the reports that led to the block; null when an operator wrote `reason`',
  }),
  at: dateTime(),
})

export const OptOutSchema = namedShape('OptOut', {
  id: text(EXAMPLE_AUTHOR_ID, 'Author id'),
  name: nullable(text(EXAMPLE_PERSON.name), { description: 'null when the index does not have it' }),
  at: dateTime(),
})

/** The answer to a moderation command: the new state, and the number of changed avatars. */
export const ModeratedSchema = namedShape('Moderated', {
  ok: Type.Literal(true),
  id: text(EXAMPLE_AVATAR_ID),
  kind: Type.Enum(SUBJECT_KINDS),
  changed: Type.Boolean({ description: 'False when nothing had to be changed' }),
  avatars: count('Avatars that were hidden or shown by this'),
})

export const REPORT_STATES = ['open', 'closed', 'all'] as const
export type ReportState = (typeof REPORT_STATES)[number]

export const ReportSchema = namedShape('Report', {
  id: Type.Integer({ minimum: 1, examples: [1] }),
  avatarId: text(EXAMPLE_AVATAR_ID),
  name,
  authorId: text(EXAMPLE_AUTHOR_ID),
  authorName: text(EXAMPLE_PERSON.name),
  blocked: Type.Boolean({ description: 'The avatar or its author' }),
  listed: Type.Boolean({ description: 'The avatar has a page and, unless `imageUrl` is empty, a picture' }),
  imageUrl: text(EXAMPLE_IMAGE, 'From the catalog'),
  openReports: count('Of the same avatar'),
  reason: Type.Enum(REPORT_REASONS),
  text: text(EXAMPLE_REPORT),
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

/** The subject of an act: several reports, one report, the reports that led to a block, or a placement. */
const AuditFactsSchema = Type.Union([
  shape({ kind: Type.Literal('reports'), count: count('Reports that were closed or reopened') }),
  shape({
    kind: Type.Literal('report'),
    id: Type.Integer({ minimum: 1, examples: [1] }),
    reason: Type.Enum(REPORT_REASONS),
  }),
  shape({ kind: Type.Literal('reported'), reason: Type.Enum(REPORT_REASONS) }),
  shape({
    kind: Type.Literal('placement'),
    id: Type.Integer({ minimum: 1, examples: [1] }),
    weight: Type.Integer({ minimum: 0, examples: [1] }),
    startsAt: dateTime(),
    endsAt: nullable(dateTime()),
  }),
])
export type AuditFacts = Static<typeof AuditFactsSchema>

export const AuditEntrySchema = namedShape('AuditEntry', {
  id: Type.Integer({ minimum: 1, examples: [1] }),
  at: dateTime(),
  actor: text(
    'admin token',
    'Who acted: `admin token`, `user` and a community id, or `cli` and the user name on that machine',
  ),
  action: Type.Enum(AUDIT_ACTIONS),
  subject: text(
    EXAMPLE_AVATAR_ID,
    'Avatar, author or group id, a staff name, words of a search, or a client id',
  ),
  detail: text('stolen', 'In English, or in the words of the operator'),
  facts: nullable(AuditFactsSchema, {
    description:
      '`detail` as data; null when an operator wrote it, and in entries older than the migration `0030-audit-facts`',
  }),
})
