import { type Static, Type } from 'typebox'
import { EXAMPLE_AVATAR_ID } from './example-values.ts'
import { count, dateTime } from './fields.ts'
import { namedShape, nullable, text } from './shape.ts'
import { SUBMISSION_REASONS, SUBMISSION_STATES } from './submission.ts'

export const EXAMPLE_TICKET = 'b2Xk1fQ0mZr7TtW9uYcE3A'

/** Number of items in one batch from a program that collects avatar ids. */
export const INGEST_ITEMS = { minimum: 1, maximum: 1000 } as const

export const IngestBodySchema = Type.Object(
  {
    avatar_ids: Type.Array(text(EXAMPLE_AVATAR_ID), {
      minItems: INGEST_ITEMS.minimum,
      maxItems: INGEST_ITEMS.maximum,
      description: 'Avatar ids or avatar URLs',
    }),
    attribution: Type.Optional(
      nullable(text('Marlow'), {
        description: 'The user whom the sender credits; accepted, but neither stored nor logged',
      }),
    ),
  },
  { description: 'A batch as VRC-LOG sends it.' },
)

export const IngestedSchema = namedShape('Ingested', {
  avatars_enqueued: count('Newly queued avatars; those already indexed or queued are not counted'),
  invalid_ids: count('Items without an avatar id'),
  ticket: text(EXAMPLE_TICKET, 'Id of this batch; anybody who knows it can read the state of its avatars'),
})

const TICKET_REASONS = [...SUBMISSION_REASONS, 'queue_full'] as const

const TicketAvatarSchema = namedShape('TicketAvatar', {
  id: text(EXAMPLE_AVATAR_ID),
  state: Type.Enum(SUBMISSION_STATES),
  reason: nullable(Type.Enum(TICKET_REASONS), {
    description:
      'Why it was rejected; after `queue_full` it may be sent again; `not_listed`: it is indexed, but its creator unlisted it',
  }),
})
export type TicketAvatar = Static<typeof TicketAvatarSchema>

export const TicketSchema = namedShape('Ticket', {
  ticket: text(EXAMPLE_TICKET),
  submittedAt: dateTime(),
  avatars_enqueued: count(),
  invalid_ids: count(),
  avatars: Type.Array(TicketAvatarSchema, { description: 'Distinct avatars with their current state' }),
})
export type Ticket = Static<typeof TicketSchema>
