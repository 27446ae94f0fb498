import { Type } from 'typebox'
import { count, daysField } from '../fields.ts'
import { DailyCountersSchema, insightsProperties } from '../insights.ts'
import { defineRoutes } from '../route.ts'

const creator = { tag: 'creator', auth: 'session', inSpec: true } as const

const CreatorAvatarSchema = Type.Object(
  {
    ...insightsProperties,
    listed: Type.Boolean(),
    series: Type.Array(DailyCountersSchema, { description: 'One entry a day' }),
  },
  { $id: 'CreatorAvatar', additionalProperties: false },
)

/** Spec, "Creator (S)". */
export const creatorRoutes = defineRoutes({
  creatorAvatars: {
    ...creator,
    method: 'GET',
    limit: 'read',
    path: '/creator/avatars',
    summary: 'Your avatars with analytics',
    description: 'Yours are those of the platform account verified on your community profile.',
    query: Type.Object({ days: daysField('Length of the daily series') }),
    response: Type.Object(
      { total: count(), avatars: Type.Array(CreatorAvatarSchema), days: count() },
      { additionalProperties: false },
    ),
    errors: ['no_verified_link'],
  },
  setVisibility: {
    ...creator,
    method: 'PUT',
    limit: 'writes',
    path: '/creator/avatars/{id}/visibility',
    summary: 'List or unlist an avatar of yours',
    params: Type.Object({ id: Type.String({ description: 'Avatar id' }) }),
    body: Type.Object({ listed: Type.Boolean() }),
    response: Type.Object(
      { ok: Type.Literal(true), id: Type.String(), listed: Type.Boolean() },
      { additionalProperties: false },
    ),
    errors: ['not_owner', 'avatar_not_found', 'no_verified_link'],
  },
})
