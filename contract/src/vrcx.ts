import { type Static, Type } from 'typebox'
import { AvatarSchema } from './avatar.ts'
import { EXAMPLE_IMAGE, EXAMPLE_MOMENT } from './example-values.ts'
import { namedShape, text } from './shape.ts'

/** Maximum number of results in an answer; VRCX asks for this many. */
export const MAX_VRCX_RESULTS = 5000

/** VRCX treats this date as unknown. */
export const VRCX_NO_DATE = '0001-01-01T00:00:00.0000000Z'

const { id, name, description, authorId, authorName, imageUrl, tags, platforms, performance } =
  AvatarSchema.properties

const date = (what: string, example: string) =>
  text(example, `${what}; \`${VRCX_NO_DATE}\` when it is not known`)

/** An avatar in the shape that VRCX reads from a remote database, with additional fields. */
export const VrcxAvatarSchema = namedShape('VrcxAvatar', {
  id,
  name,
  description,
  authorId,
  authorName,
  imageUrl,
  thumbnailImageUrl: text(EXAMPLE_IMAGE, 'The same picture; empty when there is none'),
  tags,
  platforms,
  performance,
  created_at: date('When it was created on the platform', '2026-10-01T12:00:00.000Z'),
  updated_at: date('When it was last changed on the platform', EXAMPLE_MOMENT),
  releaseStatus: Type.Literal('public'),
})
export type VrcxAvatar = Static<typeof VrcxAvatarSchema>
