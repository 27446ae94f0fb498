import { Type } from 'typebox'
import { EXAMPLE_AUTHOR_ID } from '../example-values.ts'
import { limitField, textField } from '../fields.ts'
import { defineRoutes } from '../route.ts'
import { MAX_VRCX_RESULTS, VrcxAvatarSchema } from '../vrcx.ts'

/** Interfaces in the formats of other services, for programs that already speak them. */
export const interopRoutes = defineRoutes({
  vrcxAvatars: {
    tag: 'interop',
    auth: 'public',
    inSpec: false,
    method: 'GET',
    limit: 'read',
    path: '/integrations/vrcx',
    summary: 'Remote avatar database for VRCX',
    description:
      'Give at least one of `fileId`, `authorId` and `search`; the first of these is used. Answers an array, most ' +
      'popular first, or for `fileId` one object or 404.',
    query: Type.Object({
      search: textField('Search text, as `q` of `/avatars/search`; an avatar id finds exactly that avatar'),
      authorId: textField("Creator's id"),
      fileId: textField("Id of the avatar's image, `file_…`"),
      n: limitField(MAX_VRCX_RESULTS, MAX_VRCX_RESULTS),
    }),
    response: Type.Union([Type.Array(VrcxAvatarSchema), VrcxAvatarSchema]),
    errors: ['avatar_not_found'],
    exampleRequests: [{ query: 'search=fox&n=5' }, { query: `authorId=${EXAMPLE_AUTHOR_ID}` }],
  },
})
