import { type Static, Type } from 'typebox'
import { EXAMPLE_AVATAR_ID, MISSING_AVATAR_ID } from './example-values.ts'
import { count } from './fields.ts'
import { namedShape, nullable, shape, text } from './shape.ts'

/** Spec, "Limits". */
export const SUBMISSION_ITEMS = { minimum: 1, maximum: 50 } as const

/** Reasons for which an item is not queued; they are also codes of the error table. */
export const REJECTION_CODES = [
  'invalid_id',
  'blocked',
  'already_indexed',
  'not_listed',
  'already_queued',
  'queue_full',
] as const
export type RejectionCode = (typeof REJECTION_CODES)[number]

export const SubmitBodySchema = Type.Object(
  {
    avatarId: Type.Optional(text(EXAMPLE_AVATAR_ID, 'One avatar id or avatar URL')),
    avatarIds: Type.Optional(
      Type.Array(text(EXAMPLE_AVATAR_ID), {
        minItems: SUBMISSION_ITEMS.minimum,
        maxItems: SUBMISSION_ITEMS.maximum,
        description: 'Avatar ids or avatar URLs',
      }),
    ),
  },
  {
    description: 'Exactly one of `avatarId` and `avatarIds`.',
    oneOf: [{ required: ['avatarId'] }, { required: ['avatarIds'] }],
  },
)

const QUEUE_POSITION = 'Place in the queue, from 1'
const position = Type.Integer({ minimum: 1, description: QUEUE_POSITION, examples: [12] })

export const SubmittedSchema = namedShape(
  'Submitted',
  {
    ok: Type.Literal(true),
    status: Type.Literal('queued'),
    id: text(EXAMPLE_AVATAR_ID),
    position,
  },
  { description: 'Answer to a single submission' },
)

const item = {
  index: count('Index in the request, from 0', 0),
  id: text(EXAMPLE_AVATAR_ID, 'The avatar id; of an item that holds none, the item as it was sent'),
}

const SubmissionResultSchema = Type.Union(
  [
    shape({
      ...item,
      status: Type.Literal('queued'),
      position,
    }),
    shape({ ...item, status: Type.Literal('rejected'), code: Type.Enum(REJECTION_CODES) }),
  ],
  { $id: 'SubmissionResult' },
)
export type SubmissionResult = Static<typeof SubmissionResultSchema>

export const BatchSubmittedSchema = namedShape(
  'BatchSubmitted',
  { accepted: count(), rejected: count(), results: Type.Array(SubmissionResultSchema) },
  { description: 'Answer to a batch, in request order' },
)

export const SUBMISSION_STATES = ['queued', 'indexed', 'rejected'] as const

/** Reasons for which a queued avatar is rejected later. */
export const SUBMISSION_REJECTIONS = ['not_public', 'not_found', 'blocked'] as const

/** Reasons for which a rejected or indexed avatar is not listed. */
export const SUBMISSION_REASONS = [...SUBMISSION_REJECTIONS, 'not_listed'] as const

export const SubmissionStateSchema = namedShape('SubmissionState', {
  id: text(EXAMPLE_AVATAR_ID),
  state: Type.Enum(SUBMISSION_STATES),
  position: nullable(Type.Integer({ minimum: 1, examples: [12] }), {
    description: `${QUEUE_POSITION}; null outside of it`,
  }),
  etaSeconds: nullable(count(undefined, 95), {
    description: 'Estimate from the measured pace; null when none',
  }),
  reason: nullable(Type.Enum(SUBMISSION_REASONS), {
    description:
      'Why it was rejected; `not_listed` when it is indexed and its creator took it out of the lists',
    examples: [null],
  }),
})
export type SubmissionState = Static<typeof SubmissionStateSchema>

export const SubmissionStatesSchema = namedShape('SubmissionStates', {
  submissions: Type.Array(SubmissionStateSchema, { description: 'Each once, in the order of the request' }),
  missing: Type.Array(text(MISSING_AVATAR_ID), {
    description: 'What was asked for and never submitted, or is no id',
  }),
})
export type SubmissionStates = Static<typeof SubmissionStatesSchema>
