import { Type } from 'typebox'
import { EXAMPLE_AVATAR, EXAMPLE_MISSING } from '../example-values.ts'
import { avatarParams } from '../fields.ts'
import { IngestBodySchema, IngestedSchema, TicketSchema } from '../ingest.ts'
import { defineRoutes } from '../route.ts'
import {
  BatchSubmittedSchema,
  REJECTION_CODES,
  SUBMISSION_ITEMS,
  SubmissionStateSchema,
  SubmissionStatesSchema,
  SubmitBodySchema,
  SubmittedSchema,
} from '../submission.ts'

const catalog = { tag: 'catalog', auth: 'public' } as const
const interop = { tag: 'interop', auth: 'public', inSpec: false } as const

/** Submissions and their tickets (spec, "Catalog (P)"). */
export const submissionRoutes = defineRoutes({
  submitAvatars: {
    ...catalog,
    inSpec: true,
    method: 'POST',
    limit: 'submissions',
    path: '/avatars/submit',
    summary: 'Queue avatars for indexing',
    description:
      'Each item, valid or not, costs one of the 100 a minute. A batch is answered with 200 even when items are ' +
      'rejected: read the status and code of each. The errors below are those of a single submission. ' +
      '`Retry-After` says when to try again.',
    body: SubmitBodySchema,
    bodyLimit: 32 * 1024,
    response: Type.Union([SubmittedSchema, BatchSubmittedSchema]),
    errors: [...REJECTION_CODES, 'unavailable'],
    examples: [{ body: { avatarIds: ['avtr_26187637-0c30-4a09-86e1-bc928c07309e', 'not an id'] } }],
    sample: {
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
    ...catalog,
    inSpec: false,
    method: 'GET',
    limit: 'read',
    path: '/avatars/{id}/submission',
    summary: 'State of a submitted avatar',
    params: avatarParams,
    response: SubmissionStateSchema,
    errors: ['invalid_id', 'submission_not_found', 'unavailable'],
    sample: {
      answer: { id: EXAMPLE_AVATAR, state: 'queued', position: 12, etaSeconds: 95, reason: null },
    },
  },
  submissionStates: {
    ...catalog,
    inSpec: false,
    method: 'GET',
    limit: 'read',
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
    examples: [{ query: `ids=${EXAMPLE_AVATAR},${EXAMPLE_MISSING}` }],
    sample: {
      query: `ids=${EXAMPLE_AVATAR},${EXAMPLE_MISSING}`,
      answer: {
        submissions: [{ id: EXAMPLE_AVATAR, state: 'queued', position: 12, etaSeconds: 95, reason: null }],
        missing: [EXAMPLE_MISSING],
      },
    },
  },
  ingestAvatars: {
    ...interop,
    method: 'POST',
    limit: 'submissions',
    path: '/integrations/vrc-log/ingest',
    summary: 'Queue avatars that VRC-LOG saw',
    description:
      'The queue and the rules of `/avatars/submit`: each item, valid or not, costs one of the 100 a minute, and a ' +
      'batch larger than what is left of them is refused as a whole. `queue_full` only when nothing of the batch could ' +
      'be queued.',
    body: IngestBodySchema,
    bodyLimit: 128 * 1024,
    response: IngestedSchema,
    errors: ['queue_full', 'unavailable'],
    examples: [{ body: { avatar_ids: ['avtr_26187637-0c30-4a09-86e1-bc928c07309e', 'not an id'] } }],
  },
  ingestTicket: {
    ...interop,
    method: 'GET',
    limit: 'read',
    path: '/integrations/vrc-log/tickets/{ticket}',
    summary: 'State of a batch',
    params: Type.Object({
      ticket: Type.String({ description: 'As `/integrations/vrc-log/ingest` gave it' }),
    }),
    response: TicketSchema,
    errors: ['unknown_ticket', 'unavailable'],
  },
})
