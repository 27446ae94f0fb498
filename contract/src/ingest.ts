import { type Static, Type } from 'typebox'
import { count, dateTime } from './fields.ts'
import { namedShape, nullable } from './shape.ts'
import { SUBMISSION_REASONS, SUBMISSION_STATES } from './submission.ts'

/** Number of items in one batch from a program that collects avatar ids. */
export const INGEST_ITEMS = { minimum: 1, maximum: 1000 } as const

export const IngestBodySchema = Type.Object(
  {
    avatar_ids: Type.Array(Type.String(), {
      minItems: INGEST_ITEMS.minimum,
      maxItems: INGEST_ITEMS.maximum,
      description: 'Avatar ids or avatar URLs',
    }),
    attribution: Type.Optional(
      nullable(Type.String(), {
        description: 'The user whom the sender credits; accepted, but neither stored nor logged',
      }),
    ),
  },
  { description: 'A batch as VRC-LOG sends it.' },
)

export const IngestedSchema = namedShape('Ingested', {
  avatars_enqueued: count('Newly queued avatars; those already indexed or queued are not counted'),
  invalid_ids: count('Items without an avatar id'),
  ticket: Type.String({
    description: 'Id of this batch; anybody who knows it can read the state of its avatars',
  }),
})

const TICKET_REASONS = [...SUBMISSION_REASONS, 'queue_full'] as const

const TicketAvatarSchema = namedShape('TicketAvatar', {
  id: Type.String(),
  state: Type.Enum(SUBMISSION_STATES),
  reason: nullable(Type.Enum(TICKET_REASONS), {
    description:
      'Why it was rejected; after `queue_full` it may be sent again; `not_listed`: it is indexed, but its creator unlisted it',
  }),
})
export type TicketAvatar = Static<typeof TicketAvatarSchema>

export const TicketSchema = namedShape('Ticket', {
  ticket: Type.String(),
  submittedAt: dateTime(),
  avatars_enqueued: count(),
  invalid_ids: count(),
  avatars: Type.Array(TicketAvatarSchema, { description: 'Distinct avatars with their current state' }),
})
export type Ticket = Static<typeof TicketSchema>
