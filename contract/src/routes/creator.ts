import { Type } from 'typebox'
import {
  CreatorAvatarSchema,
  CreatorAvatarsQuerySchema,
  CreatorAvatarsSchema,
  CreatorOverviewSchema,
  OptOutStateSchema,
  VisibilitiesBodySchema,
  VisibilitiesSchema,
  VisibilitySchema,
} from '../creator.ts'
import { EXAMPLE_AVATAR_ID, MISSING_AVATAR_ID } from '../example-values.ts'
import { avatarParams, count, daysField } from '../fields.ts'
import { defineRoutes } from '../route.ts'
import { shape } from '../shape.ts'

const creator = { tag: 'creator', auth: 'session', inSpec: true } as const
const read = { ...creator, method: 'GET', limit: 'read' } as const
const write = { ...creator, limit: 'writes' } as const
const extension = { inSpec: false } as const

/** Verifying a link fails when the person has no platform account, or when the community site does not answer. */
const linkErrors = ['no_verified_link', 'upstream_unavailable'] as const

/** Holds 500 avatars given by their URLs. */
const MAX_VISIBILITIES_BYTES = 64 * 1024

/** Spec, "Creator". */
export const creatorRoutes = defineRoutes({
  creatorAvatars: {
    ...read,
    path: '/creator/avatars',
    summary: 'Your avatars with analytics',
    description:
      'All avatars in the index, listed or not, by the platform account that is verified on your community profile; newest first.',
    query: CreatorAvatarsQuerySchema,
    response: CreatorAvatarsSchema,
    errors: linkErrors,
    docsSample: { query: 'days=7' },
  },
  creatorAvatar: {
    ...read,
    ...extension,
    path: '/creator/avatars/{id}',
    summary: 'One avatar of yours with analytics',
    params: avatarParams,
    query: Type.Object({ days: daysField('Length of the daily series') }),
    response: CreatorAvatarSchema,
    errors: ['not_owner', 'avatar_not_found', ...linkErrors],
    docsSample: { query: 'days=7' },
  },
  creatorOverview: {
    ...read,
    ...extension,
    path: '/creator/overview',
    summary: 'All of your avatars together',
    description: 'Sums over your avatars, listed or not, and the days of those with the most views.',
    query: Type.Object({ days: daysField() }),
    response: CreatorOverviewSchema,
    errors: linkErrors,
    docsSample: { query: 'days=7' },
  },
  setVisibility: {
    ...write,
    method: 'PUT',
    path: '/creator/avatars/{id}/visibility',
    summary: 'List or unlist an avatar of yours',
    description:
      'Unlisting hides it everywhere at once. Listing only undoes that: an avatar that is also hidden for another reason stays hidden, and the answer says why.',
    params: avatarParams,
    body: Type.Object({ listed: Type.Boolean() }),
    response: VisibilitySchema,
    errors: ['not_owner', 'avatar_not_found', ...linkErrors],
    docsSample: { body: { listed: false }, answerValues: { hiddenBecause: ['unlisted'] } },
  },
  setVisibilities: {
    ...write,
    ...extension,
    method: 'POST',
    path: '/creator/avatars/visibility',
    summary: 'List or unlist up to 500 avatars of yours',
    description: 'Counts as one write. A refused avatar does not stop the others.',
    body: VisibilitiesBodySchema,
    bodyLimit: MAX_VISIBILITIES_BYTES,
    response: VisibilitiesSchema,
    errors: linkErrors,
    docsSample: {
      body: { ids: [EXAMPLE_AVATAR_ID, MISSING_AVATAR_ID], listed: false },
      answer: {
        done: 1,
        refused: 1,
        results: [
          { index: 0, id: EXAMPLE_AVATAR_ID, status: 'done', listed: false, hiddenBecause: ['unlisted'] },
          { index: 1, id: MISSING_AVATAR_ID, status: 'refused', code: 'avatar_not_found' },
        ],
      },
    },
  },
  creatorOptOut: {
    ...read,
    ...extension,
    path: '/creator/opt-out',
    summary: 'Whether you opted out of the index',
    response: OptOutStateSchema,
    errors: linkErrors,
  },
  setCreatorOptOut: {
    ...write,
    ...extension,
    method: 'PUT',
    path: '/creator/opt-out',
    summary: 'Opt out of the index, or in again',
    description:
      'Hides all your present and future avatars until you opt in again. Avatars that you unlisted individually stay unlisted.',
    body: Type.Object({ optedOut: Type.Boolean() }),
    response: shape({
      ok: Type.Literal(true),
      optedOut: Type.Boolean(),
      avatars: count('Avatars that were hidden or shown by this'),
    }),
    errors: linkErrors,
  },
})
