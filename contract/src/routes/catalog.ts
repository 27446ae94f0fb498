import { Type } from 'typebox'
import { AvatarSchema, MirrorAvatarSchema } from '../avatar.ts'
import {
  AvatarsSchema,
  BULK_PAGE_SIZE,
  BULK_SORTS,
  BulkPageSchema,
  ChangesPageSchema,
  IndexStatsSchema,
  MAX_TRENDING_AVATARS,
  SEARCH_SORTS,
  SearchPageSchema,
} from '../catalog.ts'
import { CreatorSchema } from '../creators.ts'
import { EXAMPLE_SEARCH } from '../example-values.ts'
import { FacetsSchema } from '../facets.ts'
import {
  authorParams,
  avatarParams,
  limitField,
  offsetField,
  searchFilters,
  sortField,
  textField,
} from '../fields.ts'
import { QUALIFIERS_IN_WORDS, TYPED_RATINGS } from '../query-language.ts'
import { defineRoutes } from '../route.ts'
import { shape, text } from '../shape.ts'
import { SuggestionsSchema } from '../suggest.ts'

const catalog = { tag: 'catalog', method: 'GET', auth: 'public', inSpec: true } as const
const read = { ...catalog, limit: 'read' } as const
const bulk = { ...catalog, limit: 'bulk' } as const

const filters = {
  ...searchFilters,
  minPerformance: Type.Optional(
    Type.Enum(TYPED_RATINGS, {
      description: 'Only avatars with this or a better performance rating, on `platform` if it is given',
    }),
  ),
}

/** Spec, "Catalog". */
export const catalogRoutes = defineRoutes({
  searchAvatars: {
    ...read,
    path: '/avatars/search',
    countsImpressions: true,
    summary: 'Search avatars',
    description:
      'Every word must occur in name, author, description, platform tags or derived tags; the last word may be a ' +
      `beginning. \`"a b"\` is a phrase, \`a OR b\` either, \`-\` excludes what follows, and parentheses group. ` +
      `${QUALIFIERS_IN_WORDS} Parts that are not understood are searched as words and named in \`warnings\`. An id or ` +
      'URL of an avatar finds that avatar, and an author id the avatars of that author. Without `q`, all avatars match. `updated` and ' +
      '`relevance` extend the spec: relevance puts exact names first, then names that begin with the text, then matches of all words in ' +
      'the name, the creator, the tags and the description; within each, the order is by views and age.',
    query: Type.Object({
      ...filters,
      sort: sortField(SEARCH_SORTS, 'recent'),
      limit: limitField(60, 24),
      offset: offsetField(),
    }),
    headers: Type.Object({
      'Search-Provisional': Type.Optional(
        Type.Literal('?1', {
          description:
            'The text is still being typed: the search counts no term and no impressions, and no other index is asked',
        }),
      ),
    }),
    response: SearchPageSchema,
    exampleRequests: [
      { query: 'q=fox&limit=1' },
      { query: 'tag=dps&platform=quest&minPerformance=medium&sort=popular' },
      { query: `q=${encodeURIComponent('(fox OR wolf) -tag:furry perf>=medium added>2026')}&sort=updated` },
      { query: 'q=fox%20size:small' },
    ],
    docsSample: {
      query: EXAMPLE_SEARCH,
      // An answer with avatars has no suggestions.
      answerValues: { include: ['total', 'avatars', 'limit', 'offset', 'hasMore', 'warnings'] },
    },
  },
  searchFacets: {
    ...read,
    path: '/search/facets',
    summary: 'Number of matches of a search, by platform and by tag',
    description:
      'For the search with the same parameters at `/avatars/search`. Counts are exact. Where matches have very many tags, ' +
      'only those most used in the index or among the most viewed matches are counted. No search term is counted.',
    query: Type.Object({
      ...filters,
      limit: limitField(40, 12, 'How many tags at most'),
    }),
    response: FacetsSchema,
    inSpec: false,
    exampleRequests: [{ query: 'q=fox&limit=3' }, { query: '' }],
  },
  suggestSearches: {
    ...read,
    path: '/search/suggest',
    summary: 'Suggestions for a search text',
    description:
      'While typing: terms, tags and creators that start with the text, with their numbers of avatars. A term in Japanese, ' +
      'Korean or Chinese is completed only to words of the vocabulary of `aiTags`. `suggestions` are the texts ' +
      'that were probably meant, when a word of the text is in no or hardly any avatar; an empty `/avatars/search` has ' +
      'them, too. Nothing is counted as a search.',
    query: Type.Object({ q: textField('Text as typed so far'), limit: limitField(20, 8) }),
    response: SuggestionsSchema,
    inSpec: false,
    exampleRequests: [{ query: 'q=dra&limit=3' }, { query: 'q=dragno' }],
  },
  listTags: {
    ...read,
    path: '/avatars/tags',
    summary: 'Most used tags',
    query: Type.Object({ limit: limitField(60, 24) }),
    response: shape({ tags: Type.Array(text('author_tag_fox')) }),
    exampleRequests: [{ query: 'limit=10' }],
  },
  trendingAvatars: {
    ...read,
    path: '/avatars/trending',
    countsImpressions: true,
    summary: 'Most viewed avatars',
    description: 'By views in the last seven days, then lifetime views.',
    query: Type.Object({ limit: limitField(MAX_TRENDING_AVATARS, 5) }),
    response: AvatarsSchema,
    exampleRequests: [{ query: '' }],
  },
  popularSearches: {
    ...read,
    path: '/avatars/popular-searches',
    summary: 'Top five search terms',
    response: shape({ terms: Type.Array(text('fox'), { maxItems: 5 }) }),
    errors: ['unavailable'],
    exampleRequests: [{}],
  },
  getAvatar: {
    ...read,
    path: '/avatars/{id}',
    summary: 'One avatar',
    description: 'In the same form as in searches. Nothing is counted.',
    params: avatarParams,
    response: AvatarSchema,
    errors: ['avatar_not_found'],
    inSpec: false,
  },
  similarAvatars: {
    ...read,
    path: '/avatars/{id}/similar',
    countsImpressions: true,
    summary: 'Similar avatars',
    description:
      'They share tags (including the base model) and words of the name; rarer shared ones rank higher. An ' +
      'upload with the same name by the same creator is omitted. There may be fewer than `limit`.',
    params: avatarParams,
    query: Type.Object({ limit: limitField(24, 12) }),
    response: AvatarsSchema,
    errors: ['avatar_not_found'],
    inSpec: false,
  },
  getCreator: {
    ...read,
    path: '/creators/{id}',
    summary: 'A creator with totals',
    description:
      'The creator with this `authorId`. Their avatars are `/avatars/search?author=` with the same id.',
    params: authorParams,
    response: CreatorSchema,
    errors: ['creator_not_found'],
    inSpec: false,
  },
  allAvatars: {
    ...bulk,
    path: '/avatars/all',
    summary: 'Every listed avatar, page by page',
    description:
      'For mirrors. Order and membership are frozen for two minutes, so that pages neither overlap nor leave gaps. ' +
      'Follow `nextOffset` until it is null; then keep up with `/avatars/changes`.',
    query: Type.Object({
      offset: offsetField(),
      limit: limitField(BULK_PAGE_SIZE, BULK_PAGE_SIZE),
      sort: sortField(BULK_SORTS, 'recent'),
    }),
    response: BulkPageSchema,
    exampleRequests: [{ query: 'limit=1' }],
  },
  allAvatarsNdjson: {
    ...bulk,
    path: '/avatars/all.ndjson',
    summary: 'Every listed avatar as one stream',
    description: 'One avatar a line, newest first.',
    response: MirrorAvatarSchema,
    mediaType: 'application/x-ndjson',
    inSpec: false,
    exampleRequests: [{}],
  },
  avatarChanges: {
    ...read,
    path: '/avatars/changes',
    summary: 'What changed since a cursor',
    description:
      'For mirrors. Without `since` there are no changes, only the `next` to start from: keep that, copy ' +
      '`/avatars/all`, then follow. Each avatar occurs once per page, in its current state; changes of counters are left out. ' +
      '410 when the cursor is older than the log: copy again.',
    query: Type.Object({
      since: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: '`next` of the previous answer',
        }),
      ),
      limit: limitField(BULK_PAGE_SIZE, BULK_PAGE_SIZE),
    }),
    response: ChangesPageSchema,
    errors: ['cursor_expired', 'unavailable'],
    inSpec: false,
    exampleRequests: [{ query: '' }],
  },
  indexStats: {
    ...read,
    tag: 'service',
    path: '/stats',
    summary: 'Statistics of the index',
    response: IndexStatsSchema,
    exampleRequests: [{}],
  },
})
