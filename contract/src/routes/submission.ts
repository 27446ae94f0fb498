import { Type } from 'typebox'
import { EXAMPLE_AVATAR_ID, MISSING_AVATAR_ID } from '../example-values.ts'
import { avatarParams } from '../fields.ts'
import { EXAMPLE_TICKET, INGEST_ITEMS, IngestBodySchema, IngestedSchema, TicketSchema } from '../ingest.ts'
import { defineRoutes } from '../route.ts'
import { text } from '../shape.ts'
import {
  BatchSubmittedSchema,
  REJECTION_CODES,
  SUBMISSION_ITEMS,
  SubmissionStateSchema,
  SubmissionStatesSchema,
  SubmitBodySchema,
  SubmittedSchema,
} from '../submission.ts'

const submit = { auth: 'public', method: 'POST', limit: 'submissions' } as const
const read = { auth: 'public', method: 'GET', limit: 'read', inSpec: false } as const

/** Two items; the second one is refused. */
const TWO_ITEMS = ['avtr_26187637-0c30-4a09-86e1-bc928c07309e', 'not an id']

/** Submissions and their tickets (spec, "Catalog"). */
export const submissionRoutes = defineRoutes({
  submitAvatars: {
    ...submit,
    tag: 'catalog',
    inSpec: true,
    path: '/avatars/submit',
    summary: 'Queue avatars for indexing',
    description:
      'Each item, valid or not, costs one of the 100 a minute. A batch is answered with 200 even when items are ' +
      'rejected: read the status and code of each. The errors below are those of a single submission. ' +
      '`Retry-After` says when to try again.',
    body: SubmitBodySchema,
    bodyCost: { list: 'avatarIds', maxEntries: SUBMISSION_ITEMS.maximum, costIfTooLong: 'maximum' },
    bodyLimit: 32 * 1024,
    response: Type.Union([SubmittedSchema, BatchSubmittedSchema]),
    errors: [...REJECTION_CODES, 'unavailable'],
    exampleRequests: [{ body: { avatarIds: TWO_ITEMS } }],
    docsSample: {
      answer: {
        accepted: 1,
        rejected: 1,
        results: [
          { index: 0, id: 'avtr_26187637-0c30-4a09-86e1-bc928c07309e', status: 'queued', position: 12 },
          { index: 1, id: 'not an id', status: 'rejected', code: 'invalid_id' },
        ],
      },
    },
  },
  submissionState: {
    ...read,
    tag: 'catalog',
    path: '/avatars/{id}/submission',
    summary: 'State of a submitted avatar',
    params: avatarParams,
    response: SubmissionStateSchema,
    errors: ['invalid_id', 'submission_not_found', 'unavailable'],
  },
  submissionStates: {
    ...read,
    tag: 'catalog',
    path: '/submissions',
    summary: 'States of several submitted avatars',
    query: Type.Object({
      ids: Type.Array(Type.String(), {
        default: [],
        maxItems: SUBMISSION_ITEMS.maximum,
        description: 'Avatar ids, separated by commas',
      }),
    }),
    response: SubmissionStatesSchema,
    errors: ['unavailable'],
    exampleRequests: [{ query: `ids=${EXAMPLE_AVATAR_ID},${MISSING_AVATAR_ID}` }],
  },
  ingestAvatars: {
    ...submit,
    tag: 'interop',
    inSpec: false,
    path: '/integrations/vrc-log/ingest',
    summary: 'Queue avatars that VRC-LOG saw',
    description:
      'The queue and the rules of `/avatars/submit`: each item, valid or not, costs one of the 100 a minute, and a ' +
      'batch larger than what is left of them is refused as a whole. `queue_full` only when nothing of the batch could ' +
      'be queued.',
    body: IngestBodySchema,
    bodyCost: { list: 'avatar_ids', maxEntries: INGEST_ITEMS.maximum, costIfTooLong: 'one' },
    bodyLimit: 128 * 1024,
    response: IngestedSchema,
    errors: ['queue_full', 'unavailable'],
    exampleRequests: [{ body: { avatar_ids: TWO_ITEMS } }],
  },
  ingestTicket: {
    ...read,
    tag: 'interop',
    path: '/integrations/vrc-log/tickets/{ticket}',
    summary: 'State of a batch',
    params: Type.Object({
      ticket: text(EXAMPLE_TICKET, 'As `/integrations/vrc-log/ingest` gave it'),
    }),
    response: TicketSchema,
    errors: ['unknown_ticket', 'unavailable'],
  },
})
