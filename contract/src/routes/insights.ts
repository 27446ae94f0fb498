import { Type } from 'typebox'
import { EXAMPLE_SEARCH } from '../example-values.ts'
import {
  avatarParams,
  count,
  daysField,
  limitField,
  nextOffset,
  offsetField,
  platformField,
  sortField,
  textField,
} from '../fields.ts'
import {
  INSIGHT_SORTS,
  InsightsDetailSchema,
  InsightsOverviewSchema,
  InsightsRowSchema,
} from '../insights.ts'
import { queryWarnings } from '../query-language.ts'
import { defineRoutes } from '../route.ts'
import { shape } from '../shape.ts'

const insights = { tag: 'insights', method: 'GET', auth: 'public', limit: 'read', inSpec: true } as const

const CSV_DESCRIPTION = 'With `Accept: text/csv` the answer is the daily series as a table to download.'

/** Spec, "Insights". */
export const insightsRoutes = defineRoutes({
  insightsOverview: {
    ...insights,
    path: '/insights/overview',
    summary: 'Totals, trends and leaderboards of the whole catalog',
    description: `Cached 30 seconds. ${CSV_DESCRIPTION}`,
    query: Type.Object({ days: daysField() }),
    response: InsightsOverviewSchema,
    errors: ['unavailable'],
    exampleRequests: [{ query: 'days=7' }],
  },
  insightsAvatars: {
    ...insights,
    path: '/insights/avatars',
    summary: 'Every listed avatar ranked by a metric',
    description:
      'Avatars with recorded activity first, in the chosen order; then the rest of the catalog, newest first. `trending`: how many more views in the last `days` days than in the `days` before; `ctr`: views divided by impressions; all others: their counter in the last `days` days. Ties: views of all time, then likes, then newest.',
    query: Type.Object({
      q: textField('Search text as in `/avatars/search`; matches name, creator, id and tags'),
      author: textField("Creator's name or id"),
      platform: platformField(),
      sort: sortField(INSIGHT_SORTS, 'views'),
      days: daysField(),
      limit: limitField(100, 30),
      offset: offsetField(),
    }),
    response: shape({
      total: count(),
      tracked: count('Matches with any recorded activity', 310),
      nextOffset: nextOffset(),
      avatars: Type.Array(InsightsRowSchema),
      warnings: queryWarnings,
    }),
    exampleRequests: [{ query: 'sort=trending&limit=1' }],
    docsSample: { query: `${EXAMPLE_SEARCH}&sort=trending` },
  },
  insightsAvatar: {
    ...insights,
    path: '/insights/avatars/{id}',
    summary: 'Everything counted about one avatar',
    description: CSV_DESCRIPTION,
    params: avatarParams,
    query: Type.Object({ days: daysField() }),
    response: InsightsDetailSchema,
    errors: ['avatar_not_found', 'unavailable'],
    docsSample: { query: 'days=7' },
  },
})
