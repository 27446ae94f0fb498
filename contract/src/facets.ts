import { type Static, Type } from 'typebox'
import { PLATFORMS } from './avatar.ts'
import { count } from './fields.ts'
import { namedShape, shape, text } from './shape.ts'

export const FacetsSchema = namedShape('Facets', {
  total: count('Number of matches'),
  platforms: Type.Array(
    shape({
      platform: Type.Enum(PLATFORMS),
      count: count('Number of matches with this `platform`'),
    }),
  ),
  tags: Type.Array(shape({ tag: text('fox'), count: count('Matches that also have the tag') }), {
    description: 'Most matches first, excluding the tags in the filter `tag`',
  }),
})
export type Facets = Static<typeof FacetsSchema>
