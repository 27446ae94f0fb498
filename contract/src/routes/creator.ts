import { Type } from 'typebox'
import { CreatorAvatarSchema, HiddenBecauseSchema, OptedOutSchema } from '../creator.ts'
import { avatarParams, count, daysField } from '../fields.ts'
import { defineRoutes } from '../route.ts'
import { shape } from '../shape.ts'

const creator = { tag: 'creator', auth: 'session', inSpec: true } as const
const ours = { inSpec: false } as const

/** The person may have no platform account, or the community site may not answer. */
const linkErrors = ['no_verified_link', 'upstream_unavailable'] as const

/** Spec, "Creator (S)". */
export const creatorRoutes = defineRoutes({
  creatorAvatars: {
    ...creator,
    method: 'GET',
    limit: 'read',
    path: '/creator/avatars',
    summary: 'Your avatars with analytics',
    description:
      'Yours are those of the platform account verified on your community profile: all that the index holds of them, listed or not, newest first.',
    query: Type.Object({ days: daysField('Length of the daily series') }),
    response: shape({ total: count(), avatars: Type.Array(CreatorAvatarSchema), days: count() }),
    errors: linkErrors,
    sample: { query: 'days=7' },
  },
  setVisibility: {
    ...creator,
    method: 'PUT',
    limit: 'writes',
    path: '/creator/avatars/{id}/visibility',
    summary: 'List or unlist an avatar of yours',
    description:
      'Unlisting hides it everywhere at once. Listing takes only that back: an avatar that is hidden for another reason as well stays hidden, and the answer says why.',
    params: avatarParams,
    body: Type.Object({ listed: Type.Boolean() }),
    response: shape({
      ok: Type.Literal(true),
      id: Type.String(),
      listed: Type.Boolean({ description: 'Whether it is in lists now' }),
      hiddenBecause: HiddenBecauseSchema,
    }),
    errors: ['not_owner', 'avatar_not_found', ...linkErrors],
    sample: { body: { listed: false }, facts: { hiddenBecause: ['unlisted'] } },
  },
  creatorOptOut: {
    ...creator,
    ...ours,
    method: 'GET',
    limit: 'read',
    path: '/creator/opt-out',
    summary: 'Whether you opted out of the index',
    response: OptedOutSchema,
    errors: linkErrors,
  },
  setCreatorOptOut: {
    ...creator,
    ...ours,
    method: 'PUT',
    limit: 'writes',
    path: '/creator/opt-out',
    summary: 'Opt out of the index, or in again',
    description:
      'Hides all of your avatars, and those that you will make, until you opt in again. What you unlisted one by one stays unlisted.',
    body: Type.Object({ optedOut: Type.Boolean() }),
    response: shape({
      ok: Type.Literal(true),
      optedOut: Type.Boolean(),
      avatars: count('Avatars that this hid or showed'),
    }),
    errors: linkErrors,
  },
})
