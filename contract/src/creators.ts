import { type Static, Type } from 'typebox'
import { count } from './fields.ts'
import { namedShape, nullable } from './shape.ts'

/** All counts are of listed avatars. */
export const CreatorSchema = namedShape('Creator', {
  id: Type.String({ description: 'The `authorId` of their avatars' }),
  name: Type.String({ description: 'The latest known name; empty when unknown' }),
  otherNames: Type.Array(Type.String(), { description: 'Names on avatars updated earlier, latest first' }),
  profile: nullable(Type.String(), {
    description: 'Public community-site profile, when a verified one exists',
  }),
  avatars: count('Listed avatars'),
  views: count('Lifetime views of the listed avatars'),
  likes: count('Likes of the listed avatars'),
})
export type Creator = Static<typeof CreatorSchema>
