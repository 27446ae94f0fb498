import { Type } from 'typebox'
import { limitField, offsetField } from '../fields.ts'
import {
  AuditEntrySchema,
  BlockBodySchema,
  BlockSchema,
  ModeratedSchema,
  OptOutSchema,
  REPORT_STATES,
  ReportSchema,
  ReportsClosedSchema,
} from '../moderation.ts'
import { listEnvelope, OkSchema } from '../paging.ts'
import {
  MAX_STAFF_NAME,
  NewPlacementSchema,
  PLACEMENT_LISTS,
  PlacedSchema,
  PlacementChangeSchema,
  PlacementSchema,
  StaffChangedSchema,
  StaffSchema,
} from '../promotions.ts'
import { defineRoutes } from '../route.ts'

const admin = { tag: 'admin', auth: 'admin', inSpec: false } as const
const list = { ...admin, method: 'GET', limit: 'read', errors: [], examples: [{}] } as const
const act = { ...admin, limit: 'writes' } as const

const page = { limit: limitField(500, 50), offset: offsetField() }
const subject = Type.Object({ id: Type.String({ description: 'Avatar or author id, or a URL of one' }) })
const author = Type.Object({ id: Type.String({ description: 'Author id' }) })

const placement = Type.Object({ id: Type.String({ description: 'Number of a placement' }) })
const staffName = Type.Object({
  name: Type.String({ description: `Display name, at most ${MAX_STAFF_NAME} characters` }),
})

const NO_AVATAR = { id: 'avtr_00000000-0000-4000-8000-000000000000' }
const NO_AUTHOR = { id: 'usr_00000000-0000-4000-8000-000000000000' }

/** What operators do (design: "Moderation"). */
export const adminRoutes = defineRoutes({
  listBlocks: {
    ...list,
    path: '/admin/blocks',
    summary: 'Everything that is blocked, newest first',
    query: Type.Object(page),
    response: listEnvelope('blocks', BlockSchema),
  },
  block: {
    ...act,
    method: 'PUT',
    path: '/admin/blocks/{id}',
    summary: 'Block an avatar or an author',
    description:
      'Hidden everywhere within a second, whatever is added later included. Doing it again changes nothing.',
    params: subject,
    body: BlockBodySchema,
    bodyLimit: 8 * 1024,
    response: ModeratedSchema,
    errors: ['invalid_id'],
    examples: [{ params: NO_AVATAR, body: { reason: 'stolen' } }],
  },
  unblock: {
    ...act,
    method: 'DELETE',
    path: '/admin/blocks/{id}',
    summary: 'Unblock an avatar or an author',
    description: 'An avatar that is blocked by itself stays so when its author is unblocked.',
    params: subject,
    response: ModeratedSchema,
    errors: ['invalid_id'],
    examples: [{ params: NO_AVATAR }],
  },
  listOptOuts: {
    ...list,
    path: '/admin/opt-outs',
    summary: 'Authors who want nothing listed, newest first',
    query: Type.Object(page),
    response: listEnvelope('optOuts', OptOutSchema),
  },
  optOut: {
    ...act,
    method: 'PUT',
    path: '/admin/opt-outs/{id}',
    summary: 'List nothing of an author any more',
    params: author,
    response: ModeratedSchema,
    errors: ['invalid_id'],
    examples: [{ params: NO_AUTHOR }],
  },
  optIn: {
    ...act,
    method: 'DELETE',
    path: '/admin/opt-outs/{id}',
    summary: 'List an author again',
    params: author,
    response: ModeratedSchema,
    errors: ['invalid_id'],
    examples: [{ params: NO_AUTHOR }],
  },
  listReports: {
    ...list,
    path: '/admin/reports',
    summary: 'Reports about avatars, newest first',
    query: Type.Object({ state: Type.Enum(REPORT_STATES, { default: 'open' }), ...page }),
    response: listEnvelope('reports', ReportSchema),
  },
  closeReport: {
    ...act,
    method: 'POST',
    path: '/admin/reports/{id}/close',
    summary: 'Close a report, or every open one of an avatar',
    params: Type.Object({ id: Type.String({ description: 'Number of a report, or an avatar id' }) }),
    response: ReportsClosedSchema,
    errors: ['unknown_report'],
    examples: [{ params: NO_AVATAR }],
  },
  listAudit: {
    ...list,
    path: '/admin/audit',
    summary: 'Who did what, newest first',
    query: Type.Object(page),
    response: listEnvelope('entries', AuditEntrySchema),
  },
  listPlacements: {
    ...list,
    path: '/admin/placements',
    summary: 'Paid placements, in the order in which they are shown',
    query: Type.Object({
      state: Type.Enum(PLACEMENT_LISTS, { default: 'all', description: 'Only those that are so now' }),
      ...page,
    }),
    response: listEnvelope('placements', PlacementSchema),
  },
  addPlacement: {
    ...act,
    method: 'POST',
    path: '/admin/placements',
    summary: 'Place an avatar or a group',
    description:
      'From now on unless `startsAt` says otherwise. A group needs a `name`; an avatar is shown as the catalog has it, and only while it is listed.',
    body: NewPlacementSchema,
    bodyLimit: 32 * 1024,
    response: PlacedSchema,
    errors: ['invalid_id'],
    examples: [{ body: { subject: NO_AVATAR.id, weight: 10, endsAt: '2027-01-01T00:00:00.000Z' } }],
  },
  changePlacement: {
    ...act,
    method: 'PATCH',
    path: '/admin/placements/{id}',
    summary: 'Change a placement',
    description: 'What is left out stays as it is.',
    params: placement,
    body: PlacementChangeSchema,
    bodyLimit: 32 * 1024,
    response: PlacedSchema,
    errors: ['unknown_placement'],
  },
  removePlacement: {
    ...act,
    method: 'DELETE',
    path: '/admin/placements/{id}',
    summary: 'Remove a placement',
    description: 'No process shows it a second later. One that has ended is never shown and may stay.',
    params: placement,
    response: OkSchema,
    errors: ['unknown_placement'],
  },
  listStaff: {
    ...list,
    path: '/admin/staff',
    summary: 'Display names that worlds may treat as staff',
    query: Type.Object(page),
    response: listEnvelope('staff', StaffSchema),
  },
  addStaff: {
    ...act,
    method: 'PUT',
    path: '/admin/staff/{name}',
    summary: 'Add a display name to the staff',
    description: 'Doing it again changes nothing.',
    params: staffName,
    response: StaffChangedSchema,
    errors: ['invalid_parameter'],
    examples: [{ params: { name: 'Nobody' } }],
  },
  removeStaff: {
    ...act,
    method: 'DELETE',
    path: '/admin/staff/{name}',
    summary: 'Take a display name off the staff',
    params: staffName,
    response: StaffChangedSchema,
    errors: ['invalid_parameter'],
    examples: [{ params: { name: 'Nobody' } }],
  },
})
