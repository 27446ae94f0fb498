import { Type } from 'typebox'
import { SEARCH_SORTS } from '../catalog.ts'
import { EXAMPLE_AVATAR, EXAMPLE_MISSING_AVATAR, EXAMPLE_SEARCH } from '../example-values.ts'
import { avatarParams, limitField, offsetField, platformField, searchFilters, sortField } from '../fields.ts'
import { defineRoutes } from '../route.ts'
import {
  BUNDLE_SECTIONS,
  MAX_WORLD_ALL_PAGE,
  MAX_WORLD_IDS,
  MAX_WORLD_PAGE,
  WorldAdminsSchema,
  WorldBundleSchema,
  WorldClientSchema,
  WorldEndpointsSchema,
  WorldGroupsSchema,
  WorldLeaderboardSchema,
  WorldListSchema,
  WorldOneSchema,
  WorldPickSchema,
  WorldPingSchema,
  WorldSearchesSchema,
  WorldSearchSchema,
  WorldStatsSchema,
  WorldSupportersSchema,
  WorldTagsSchema,
  WorldWornSchema,
} from '../world.ts'

const world = {
  tag: 'world',
  method: 'GET',
  auth: 'public',
  limit: 'world',
  inSpec: true,
} as const
/** Any index answers these without parameters. */
const withoutParameters = { ...world, examples: [{}] } as const
/** These answers differ on every call, or the call counts an event. */
const uncached = { ...world, cacheControl: 'no-store' } as const

/** Spec, "World endpoints (P, plain GET)". */
export const worldRoutes = defineRoutes({
  worldPing: {
    ...uncached,
    path: '/world/ping',
    summary: 'Clock, page sizes and version of the world payloads',
    response: WorldPingSchema,
    examples: [{}],
  },
  worldEndpoints: {
    ...withoutParameters,
    path: '/world/endpoints',
    summary: 'Every world endpoint with its parameters',
    response: WorldEndpointsSchema,
  },
  worldStats: {
    ...withoutParameters,
    path: '/world/stats',
    summary: 'How much the catalog holds',
    response: WorldStatsSchema,
  },
  worldClient: {
    ...withoutParameters,
    path: '/world/client',
    summary: 'One compact download: avatars, supporters and counts',
    description: 'Up to 120 avatars, most popular first. Public data only.',
    query: Type.Object({
      q: searchFilters.q,
      author: searchFilters.author,
      offset: offsetField(),
    }),
    response: WorldClientSchema,
    sample: { query: 'q=fox+size:small' },
  },
  worldSearch: {
    ...world,
    path: '/world/search',
    summary: 'Search avatars',
    description: 'The same index and search texts as `/avatars/search`, with longer pages and flat records.',
    query: Type.Object({
      ...searchFilters,
      sort: sortField(SEARCH_SORTS, 'popular'),
      limit: limitField(MAX_WORLD_PAGE, 50),
      offset: offsetField(),
    }),
    response: WorldSearchSchema,
    examples: [{ query: 'q=fox&limit=1' }],
    sample: { query: EXAMPLE_SEARCH },
  },
  worldList: {
    ...world,
    path: '/world/list',
    summary: 'Browse without a search text',
    query: Type.Object({
      sort: sortField(SEARCH_SORTS, 'popular'),
      platform: platformField(),
      limit: limitField(MAX_WORLD_PAGE, 50),
      offset: offsetField(),
    }),
    response: WorldListSchema,
    examples: [{ query: 'sort=recent&limit=1' }],
  },
  worldAll: {
    ...world,
    path: '/world/all',
    summary: 'Every visible avatar, page by page',
    query: Type.Object({ offset: offsetField(), limit: limitField(MAX_WORLD_ALL_PAGE, MAX_WORLD_ALL_PAGE) }),
    response: WorldListSchema,
    examples: [{ query: 'limit=1' }],
  },
  worldTrending: {
    ...world,
    path: '/world/trending',
    summary: 'Rising this week',
    description: 'By growth of views, the last seven days over the seven before.',
    query: Type.Object({ limit: limitField(MAX_WORLD_PAGE, 24) }),
    response: WorldListSchema,
    examples: [{ query: 'limit=1' }],
  },
  worldPromoted: {
    ...withoutParameters,
    path: '/world/promoted',
    summary: 'Paid placements of avatars',
    query: Type.Object({ limit: limitField(50, 24) }),
    response: WorldListSchema,
  },
  worldPromotedGroups: {
    ...withoutParameters,
    path: '/world/promoted/groups',
    summary: 'Paid placements of groups',
    query: Type.Object({ limit: limitField(50, 12) }),
    response: WorldGroupsSchema,
  },
  worldRandom: {
    ...uncached,
    path: '/world/random',
    summary: 'Random avatars, different on each call',
    query: Type.Object({ limit: limitField(MAX_WORLD_PAGE, 24), platform: platformField() }),
    response: WorldListSchema,
    examples: [{ query: 'limit=1&platform=pc' }],
  },
  worldAvatars: {
    ...world,
    path: '/world/avatars',
    summary: 'Avatars by id',
    query: Type.Object({
      ids: Type.Array(Type.String(), {
        default: [],
        maxItems: MAX_WORLD_IDS,
        description: 'Avatar ids, separated by commas',
      }),
    }),
    response: WorldPickSchema,
    examples: [{ query: `ids=${EXAMPLE_AVATAR},${EXAMPLE_MISSING_AVATAR}` }],
    sample: { values: { limit: 500 } },
  },
  worldAvatar: {
    ...uncached,
    path: '/world/avatar/{id}',
    summary: 'One avatar',
    description: 'Counts a view, of people and not too often in an hour: `counted` says whether.',
    params: avatarParams,
    response: WorldOneSchema,
    errors: ['avatar_not_found'],
  },
  worldWear: {
    ...uncached,
    path: '/world/avatar/{id}/wear',
    summary: 'Report that somebody put on an avatar',
    description:
      'A GET because worlds can send nothing else; never cached. Counts as views do: `counted` says whether.',
    params: avatarParams,
    response: WorldWornSchema,
    errors: ['avatar_not_found'],
    inSpec: false,
  },
  worldTags: {
    ...world,
    path: '/world/tags',
    summary: 'Most used tags with their counts',
    query: Type.Object({ limit: limitField(200, 50) }),
    response: WorldTagsSchema,
    examples: [{ query: 'limit=10' }],
  },
  worldSearches: {
    ...withoutParameters,
    path: '/world/searches',
    summary: 'Popular search terms',
    query: Type.Object({ limit: limitField(50, 10) }),
    response: WorldSearchesSchema,
    errors: ['unavailable'],
  },
  worldLeaderboard: {
    ...world,
    path: '/world/leaderboard',
    summary: 'Leaderboard of the community site',
    query: Type.Object({ limit: limitField(50, 10) }),
    response: WorldLeaderboardSchema,
    errors: ['upstream_not_configured', 'upstream_unavailable'],
  },
  worldSupporters: {
    ...world,
    path: '/world/supporters',
    summary: 'Active members of the membership platform',
    description: 'Cached ten minutes.',
    query: Type.Object({ limit: limitField(200, 50) }),
    response: WorldSupportersSchema,
    errors: ['upstream_not_configured', 'upstream_unavailable'],
  },
  worldAdmins: {
    ...withoutParameters,
    path: '/world/admins',
    summary: 'Display names that a world may treat as staff',
    response: WorldAdminsSchema,
  },
  worldBundle: {
    ...world,
    path: '/world/bundle',
    summary: 'Several world endpoints in one answer',
    description: 'Each section holds what its own endpoint answers.',
    query: Type.Object({
      include: Type.Array(Type.Enum(BUNDLE_SECTIONS), {
        default: [],
        description: 'Names of sections, separated by commas; at least one. Unknown names are left out',
        'x-drops-unknown': true,
      }),
      limit: limitField(
        MAX_WORLD_PAGE,
        24,
        'Rows of each list; a section with a lower bound of its own keeps it',
      ),
    }),
    response: WorldBundleSchema,
    errors: ['no_valid_section', 'unavailable'],
    examples: [{ query: 'include=stats,tags&limit=5' }],
  },
})
