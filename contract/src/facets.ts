import { type Static, Type } from 'typebox'
import { PLATFORMS } from './avatar.ts'
import { count } from './fields.ts'
import { namedShape, shape } from './shape.ts'

export const FacetsSchema = namedShape('Facets', {
  total: count('Matches of the search'),
  platforms: Type.Array(
    shape({
      platform: Type.Enum(PLATFORMS),
      count: count('Matches of the search with this `platform`'),
    }),
  ),
  tags: Type.Array(shape({ tag: Type.String(), count: count('Matches that also have the tag') }), {
    description: 'Most matches first, without the tags that `tag` filters by',
  }),
})
export type Facets = Static<typeof FacetsSchema>
