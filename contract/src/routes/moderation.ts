import { Type } from 'typebox'
import { EXAMPLE_AVATAR_ID, MISSING_AVATAR_ID } from '../example-values.ts'
import { authorParams, avatarParams, limitField, offsetField } from '../fields.ts'
import {
  AuditEntrySchema,
  BlockBodySchema,
  BlockSchema,
  ModeratedSchema,
  OptOutSchema,
  REPORT_STATES,
  ReportSchema,
  ReportsClosedSchema,
  ReportsReopenedSchema,
} from '../moderation.ts'
import { listEnvelope, OkSchema } from '../paging.ts'
import { ReportBodySchema } from '../report.ts'
import { defineRoutes } from '../route.ts'
import { text } from '../shape.ts'

const admin = { tag: 'admin', auth: 'admin', inSpec: false } as const
export const ADMIN_READ = { ...admin, method: 'GET', limit: 'read', exampleRequests: [{}] } as const
export const ADMIN_WRITE = { ...admin, limit: 'writes' } as const

export const ADMIN_PAGE_FIELDS = { limit: limitField(500, 50), offset: offsetField() }
const subjectParams = Type.Object({
  id: text(EXAMPLE_AVATAR_ID, 'Avatar or author id, or a URL of one'),
})
const reportParams = Type.Object({
  id: text(EXAMPLE_AVATAR_ID, 'Number of a report, or an avatar or author id'),
})

/** The contract test sends examples to any index, where they must not change an avatar. */
export const UNKNOWN_AVATAR = { id: MISSING_AVATAR_ID }
const UNKNOWN_AUTHOR = { id: 'usr_00000000-0000-4000-8000-000000000000' }

const OPT_OUT = {
  ...ADMIN_WRITE,
  path: '/admin/opt-outs/{id}',
  params: authorParams,
  response: ModeratedSchema,
  errors: ['invalid_id'],
  exampleRequests: [{ params: UNKNOWN_AUTHOR }],
  docsSample: { answer: { ok: true, ...UNKNOWN_AUTHOR, kind: 'author', changed: true, avatars: 0 } },
} as const

/** Reports about avatars, and what operators do about them. */
export const moderationRoutes = defineRoutes({
  reportAvatar: {
    tag: 'catalog',
    auth: 'public',
    inSpec: false,
    method: 'POST',
    limit: 'reports',
    path: '/avatars/{id}/report',
    summary: 'Report an avatar to the operator',
    description: 'Anonymous.',
    params: avatarParams,
    body: ReportBodySchema,
    bodyLimit: 16 * 1024,
    response: OkSchema,
    errors: ['avatar_not_found', 'unavailable'],
  },
  listBlocks: {
    ...ADMIN_READ,
    path: '/admin/blocks',
    summary: 'All blocks, newest first',
    query: Type.Object(ADMIN_PAGE_FIELDS),
    response: listEnvelope('blocks', BlockSchema),
  },
  block: {
    ...ADMIN_WRITE,
    method: 'PUT',
    path: '/admin/blocks/{id}',
    summary: 'Block an avatar or an author',
    description:
      'Hides it everywhere within a second, and every avatar of the author that is added later. Repeating it changes nothing.',
    params: subjectParams,
    body: BlockBodySchema,
    bodyLimit: 8 * 1024,
    response: ModeratedSchema,
    errors: ['invalid_id'],
    exampleRequests: [{ params: UNKNOWN_AVATAR, body: { reason: 'stolen' } }],
  },
  unblock: {
    ...ADMIN_WRITE,
    method: 'DELETE',
    path: '/admin/blocks/{id}',
    summary: 'Unblock an avatar or an author',
    description: 'An avatar that is itself blocked stays blocked when its author is unblocked.',
    params: subjectParams,
    response: ModeratedSchema,
    errors: ['invalid_id'],
    exampleRequests: [{ params: UNKNOWN_AVATAR }],
  },
  listOptOuts: {
    ...ADMIN_READ,
    path: '/admin/opt-outs',
    summary: 'Authors who opted out, newest first',
    query: Type.Object(ADMIN_PAGE_FIELDS),
    response: listEnvelope('optOuts', OptOutSchema),
  },
  optOut: { ...OPT_OUT, method: 'PUT', summary: 'Opt an author out' },
  optIn: { ...OPT_OUT, method: 'DELETE', summary: 'Opt an author in again' },
  listReports: {
    ...ADMIN_READ,
    path: '/admin/reports',
    summary: 'Reports about avatars, newest first',
    query: Type.Object({ state: Type.Enum(REPORT_STATES, { default: 'open' }), ...ADMIN_PAGE_FIELDS }),
    response: listEnvelope('reports', ReportSchema),
  },
  closeReport: {
    ...ADMIN_WRITE,
    method: 'POST',
    path: '/admin/reports/{id}/close',
    summary: 'Close a report, or every open one of an avatar or author',
    params: reportParams,
    response: ReportsClosedSchema,
    errors: ['unknown_report'],
    exampleRequests: [{ params: UNKNOWN_AVATAR }],
  },
  reopenReport: {
    ...ADMIN_WRITE,
    method: 'POST',
    path: '/admin/reports/{id}/reopen',
    summary: 'Reopen a report, or those of an avatar or author that were closed last',
    description:
      'Undoes the last closing: for an avatar or author, of all reports that were closed together.',
    params: reportParams,
    response: ReportsReopenedSchema,
    errors: ['unknown_report'],
    exampleRequests: [{ params: UNKNOWN_AVATAR }],
  },
  listAudit: {
    ...ADMIN_READ,
    path: '/admin/audit',
    summary: 'The audit log, newest first',
    query: Type.Object(ADMIN_PAGE_FIELDS),
    response: listEnvelope('entries', AuditEntrySchema),
  },
})
