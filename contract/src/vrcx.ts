import { type Static, Type } from 'typebox'
import { AvatarSchema } from './avatar.ts'
import { namedShape } from './shape.ts'

/** Results that VRCX asks for, and that one answer has at most. */
export const VRCX_RESULTS = 5000

/** What VRCX takes a date for that nobody knows. */
export const VRCX_NO_DATE = '0001-01-01T00:00:00.0000000Z'

const { id, name, description, authorId, authorName, imageUrl, tags, platforms, performance } =
  AvatarSchema.properties

const date = (what: string) =>
  Type.String({ description: `${what}; \`${VRCX_NO_DATE}\` when it is not known` })

/** An avatar as VRCX reads it from a remote database, with what else is worth knowing beside. */
export const VrcxAvatarSchema = namedShape('VrcxAvatar', {
  id,
  name,
  description,
  authorId,
  authorName,
  imageUrl,
  thumbnailImageUrl: Type.String({ description: 'The same picture; empty when there is none' }),
  tags,
  platforms,
  performance,
  created_at: date('When it was created on the platform'),
  updated_at: date('When it was last changed on the platform'),
  releaseStatus: Type.Literal('public'),
})
export type VrcxAvatar = Static<typeof VrcxAvatarSchema>
