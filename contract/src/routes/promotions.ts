import { Type } from 'typebox'
import { EXAMPLE_PERSON } from '../example-values.ts'
import { listEnvelope, OkSchema } from '../paging.ts'
import {
  MAX_STAFF_NAME_LENGTH,
  NewPlacementSchema,
  PLACEMENT_FILTERS,
  PlacementAnswerSchema,
  PlacementChangeSchema,
  PlacementSchema,
  StaffChangedSchema,
  StaffSchema,
} from '../promotions.ts'
import { defineRoutes } from '../route.ts'
import { text } from '../shape.ts'
import { ADMIN_PAGE_FIELDS, ADMIN_READ, ADMIN_WRITE, UNKNOWN_AVATAR } from './moderation.ts'

const placementParams = Type.Object({
  id: text('1', 'Number of a placement'),
})
const staffParams = Type.Object({
  name: text(EXAMPLE_PERSON.name, `Display name, at most ${MAX_STAFF_NAME_LENGTH} characters`),
})

/** Paid placements and staff, managed by operators. */
export const promotionRoutes = defineRoutes({
  listPlacements: {
    ...ADMIN_READ,
    path: '/admin/placements',
    summary: 'Paid placements, in the order in which they are shown',
    query: Type.Object({
      state: Type.Enum(PLACEMENT_FILTERS, {
        default: 'all',
        description: 'Only placements that are in this state now',
      }),
      ...ADMIN_PAGE_FIELDS,
    }),
    response: listEnvelope('placements', PlacementSchema),
  },
  addPlacement: {
    ...ADMIN_WRITE,
    method: 'POST',
    path: '/admin/placements',
    summary: 'Place an avatar or a group',
    description:
      'From now on unless `startsAt` says otherwise. A group needs a `name`; an avatar is shown as the catalog has it, and only while it is listed.',
    body: NewPlacementSchema,
    bodyLimit: 32 * 1024,
    response: PlacementAnswerSchema,
    errors: ['invalid_id'],
    exampleRequests: [
      { body: { subject: UNKNOWN_AVATAR.id, weight: 10, endsAt: '2027-01-01T00:00:00.000Z' } },
    ],
  },
  changePlacement: {
    ...ADMIN_WRITE,
    method: 'PATCH',
    path: '/admin/placements/{id}',
    summary: 'Change a placement',
    description: 'What is left out stays as it is.',
    params: placementParams,
    body: PlacementChangeSchema,
    bodyLimit: 32 * 1024,
    response: PlacementAnswerSchema,
    errors: ['unknown_placement'],
    docsSample: { body: { weight: 20 } },
  },
  removePlacement: {
    ...ADMIN_WRITE,
    method: 'DELETE',
    path: '/admin/placements/{id}',
    summary: 'Remove a placement',
    description:
      'No process shows it a second later. A placement that has ended is not shown and need not be removed.',
    params: placementParams,
    response: OkSchema,
    errors: ['unknown_placement'],
  },
  listStaff: {
    ...ADMIN_READ,
    path: '/admin/staff',
    summary: 'Display names that worlds may treat as staff',
    query: Type.Object(ADMIN_PAGE_FIELDS),
    response: listEnvelope('staff', StaffSchema),
  },
  addStaff: {
    ...ADMIN_WRITE,
    method: 'PUT',
    path: '/admin/staff/{name}',
    summary: 'Add a display name to the staff',
    description: 'Repeating it changes nothing.',
    params: staffParams,
    response: StaffChangedSchema,
    errors: ['invalid_parameter'],
    exampleRequests: [{ params: { name: 'Nobody' } }],
  },
  removeStaff: {
    ...ADMIN_WRITE,
    method: 'DELETE',
    path: '/admin/staff/{name}',
    summary: 'Take a display name off the staff',
    params: staffParams,
    response: StaffChangedSchema,
    errors: ['invalid_parameter'],
    exampleRequests: [{ params: { name: 'Nobody' } }],
  },
})
