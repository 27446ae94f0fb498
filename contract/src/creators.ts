import { type Static, Type } from 'typebox'
import { EXAMPLE_AUTHOR_ID, EXAMPLE_PERSON } from './example-values.ts'
import { count } from './fields.ts'
import { namedShape, nullable, text } from './shape.ts'

export const CreatorSchema = namedShape('Creator', {
  id: text(EXAMPLE_AUTHOR_ID, 'The `authorId` of their avatars'),
  name: text(EXAMPLE_PERSON.name, 'The latest known name; empty when unknown'),
  otherNames: Type.Array(Type.String(), {
    description: 'Names on avatars updated earlier, latest first',
    examples: [[]],
  }),
  profile: nullable(text(EXAMPLE_PERSON.profile), {
    description: 'Public community-site profile, when a verified one exists',
  }),
  avatars: count('Listed avatars'),
  views: count('Lifetime views of the listed avatars', 5120),
  likes: count('Likes of the listed avatars', 248),
})
export type Creator = Static<typeof CreatorSchema>
