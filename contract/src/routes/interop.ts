import { Type } from 'typebox'
import { textField } from '../fields.ts'
import { IngestBodySchema, IngestedSchema, TicketSchema } from '../ingest.ts'
import { defineRoutes } from '../route.ts'
import { VRCX_RESULTS, VrcxAvatarSchema } from '../vrcx.ts'

const interop = { tag: 'interop', auth: 'public', inSpec: false } as const

/** Protocols that programs speak already. */
export const interopRoutes = defineRoutes({
  vrcxAvatars: {
    ...interop,
    method: 'GET',
    limit: 'read',
    path: '/integrations/vrcx',
    summary: 'Remote avatar database for VRCX',
    description:
      'Of `fileId`, `authorId` and `search` the first that is given counts, and one must be. Answers an array, most ' +
      'popular first; to `fileId` one object, or 404.',
    query: Type.Object({
      search: textField('Search text, as `q` of `/avatars/search`; an avatar id finds exactly that avatar'),
      authorId: textField("Creator's id"),
      fileId: textField("Id of the avatar's image, `file_…`"),
      n: Type.Integer({
        minimum: 1,
        maximum: VRCX_RESULTS,
        default: VRCX_RESULTS,
        description: 'How many at most',
      }),
    }),
    response: Type.Union([Type.Array(VrcxAvatarSchema), VrcxAvatarSchema]),
    errors: ['avatar_not_found'],
    examples: [{ query: 'search=fox&n=5' }, { query: 'authorId=usr_8a4d1f6b-2c90-4e57-b3d8-71f0a95c2e64' }],
  },
  ingestAvatars: {
    ...interop,
    method: 'POST',
    limit: 'submissions',
    path: '/integrations/vrc-log/ingest',
    summary: 'Queue what VRC-LOG saw',
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
    summary: 'What became of a batch',
    params: Type.Object({
      ticket: Type.String({ description: 'As `/integrations/vrc-log/ingest` gave it' }),
    }),
    response: TicketSchema,
    errors: ['unknown_ticket', 'unavailable'],
  },
})
