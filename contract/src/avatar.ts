import { type Static, Type } from 'typebox'
import { EXAMPLE_AUTHOR_ID, EXAMPLE_AVATAR_ID, EXAMPLE_IMAGE, EXAMPLE_PERSON } from './example-values.ts'
import { namedShape, nullable, text } from './shape.ts'

/** Platforms that an avatar runs on (spec, "Avatar"), in the order of answers. */
export const PLATFORMS = ['pc', 'quest', 'ios'] as const
export type Platform = (typeof PLATFORMS)[number]
const PlatformSchema = Type.Enum([...PLATFORMS])

/** The platform's performance ratings, best first. */
export const RATINGS = ['Excellent', 'Good', 'Medium', 'Poor', 'Very Poor'] as const
export type Rating = (typeof RATINGS)[number]
const RatingSchema = Type.Enum([...RATINGS], { $id: 'Rating', description: 'Best first' })

const PerformanceSchema = namedShape(
  'Performance',
  {
    pc: Type.Optional(RatingSchema),
    quest: Type.Optional(RatingSchema),
    ios: Type.Optional(RatingSchema),
  },
  { description: 'Performance rating by platform. A missing key means unknown.' },
)
export type Performance = Static<typeof PerformanceSchema>

/** An avatar in catalog answers (spec, "Avatar"), with its keys in the order on the wire. */
export const AvatarSchema = namedShape('Avatar', {
  id: Type.String({
    pattern: '^avtr_',
    description: 'Avatar identifier: `avtr_` and a UUID-shaped value',
    examples: [EXAMPLE_AVATAR_ID],
  }),
  name: text('Ember Fox'),
  description: text('A small red fox with a lantern. Face tracking, toggles for the scarf.'),
  authorId: text(EXAMPLE_AUTHOR_ID, 'Empty when the source of the record did not know it'),
  authorName: text('Marlow'),
  authorVrclUrl: nullable(text(EXAMPLE_PERSON.profile), {
    description: 'Public community-site profile of the creator, when a verified one exists',
  }),
  imageUrl: text(EXAMPLE_IMAGE, 'Platform CDN thumbnail; empty when there is no image the service may serve'),
  tags: Type.Array(text('author_tag_fox'), { description: 'Tags as published by the platform' }),
  aiTags: Type.Array(text('fox'), {
    description: 'Tags derived by the service from name and description, from a fixed vocabulary',
  }),
  platforms: Type.Array(PlatformSchema),
  performance: PerformanceSchema,
  addedAt: Type.String({ format: 'date-time' }),
  updatedAt: nullable(Type.String({ format: 'date-time' })),
  views: Type.Integer({ minimum: 0, examples: [5120] }),
  likes: Type.Integer({ minimum: 0, examples: [248] }),
})
export type Avatar = Static<typeof AvatarSchema>

/** An avatar in answers for mirrors, with additional fields that only other indexes need. */
export const MirrorAvatarSchema = namedShape('MirrorAvatar', {
  ...AvatarSchema.properties,
  createdAt: nullable(Type.String({ format: 'date-time' }), {
    description: 'When it was created on the platform; null when unknown',
  }),
})
export type MirrorAvatar = Static<typeof MirrorAvatarSchema>
