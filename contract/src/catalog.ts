import { type Static, Type } from 'typebox'
import { AvatarSchema, MirrorAvatarSchema } from './avatar.ts'
import { EXAMPLE_AVATAR_ID } from './example-values.ts'
import { count, nextOffset } from './fields.ts'
import { queryWarnings } from './query-language.ts'
import { namedShape, shape, text } from './shape.ts'
import { correctionsField } from './suggest.ts'

/**
 * Sorts of searches and of lists for worlds. The default is `recent` for `/avatars/search` and `popular` for the lists.
 * The spec has neither `updated` nor `relevance`.
 */
export const SEARCH_SORTS = ['recent', 'oldest', 'name', 'popular', 'updated', 'relevance'] as const

export const BULK_SORTS = ['recent', 'popular', 'name'] as const
export type BulkSort = (typeof BULK_SORTS)[number]

/** Size of a page of the bulk listing (spec, "Limits"). */
export const BULK_PAGE_SIZE = 1000

/** Maximum number of avatars in the answer of `GET /avatars/trending` (spec, "Limits"). */
export const MAX_TRENDING_AVATARS = 20

export const SearchPageSchema = namedShape('SearchPage', {
  total: count('Exact number of matches'),
  avatars: Type.Array(AvatarSchema),
  limit: count('The applied limit'),
  offset: count('The applied offset'),
  hasMore: Type.Boolean(),
  suggestions: Type.Optional(correctionsField),
  warnings: queryWarnings,
})
export type SearchPage = Static<typeof SearchPageSchema>

export const BulkPageSchema = namedShape('BulkPage', {
  total: count('Avatars in the catalog'),
  count: count('Avatars on this page'),
  nextOffset: nextOffset(),
  avatars: Type.Array(MirrorAvatarSchema),
})
export type BulkPage = Static<typeof BulkPageSchema>

export const AvatarsSchema = shape({ avatars: Type.Array(AvatarSchema) })

const seq = Type.Integer({
  minimum: 1,
  description: 'Number of the change in the log',
  examples: [90_211],
})

/** The current avatar, or the id of an avatar that is not listed any more. */
const AvatarChangeSchema = Type.Union(
  [
    shape({ seq, type: Type.Literal('upsert'), avatar: MirrorAvatarSchema }),
    shape({ seq, type: Type.Literal('remove'), id: text(EXAMPLE_AVATAR_ID) }),
  ],
  { $id: 'AvatarChange' },
)

export const ChangesPageSchema = namedShape('ChangesPage', {
  changes: Type.Array(AvatarChangeSchema),
  next: count('Pass as `since` to get the changes that follow', 90_211),
  hasMore: Type.Boolean({ description: 'True: request the next page at once; false: later' }),
})
export type ChangesPage = Static<typeof ChangesPageSchema>

/** Spec, "Index stats". */
export const IndexStatsSchema = namedShape('IndexStats', {
  indexed: count('All avatars in the index', 148_210),
  active: count('Avatars that the platform still serves publicly', 141_005),
  listed: count('Active and neither unlisted nor blocked', 140_772),
  hidden: count('Indexed but not listed', 7438),
  creators: count('Distinct authors of listed avatars', 38_114),
  queue: count('Submissions waiting', 12),
  verifying: Type.Optional(
    Type.Literal(0, {
      description: 'Only present when nothing can be verified, because no platform account is configured',
    }),
  ),
})
export type IndexStats = Static<typeof IndexStatsSchema>
