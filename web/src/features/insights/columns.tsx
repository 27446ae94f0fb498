import type { ReactNode } from 'react'
import { formatCount } from '../../lib/format.ts'
import { formatChange, formatRate } from '../../lib/format-measures.ts'
import { formatDate } from '../../lib/format-times.ts'
import { Trend } from '../../ui/counters/trend.tsx'
import type { InsightsRow } from './api.ts'
import type { SORTS } from './state.ts'

type Sort = (typeof SORTS)[number]

interface Column {
  readonly sort: Sort
  readonly value: (row: InsightsRow) => ReactNode
  /** Shown below the value: a trend, or a rate. */
  readonly note?: (row: InsightsRow) => ReactNode
}

/** The columns of the ranking, by each of which it can be sorted. */
export const COLUMNS: readonly Column[] = [
  {
    sort: 'views',
    value: ({ window }) => formatCount(window.views),
    note: ({ trend }) => <Trend percent={trend.views} />,
  },
  { sort: 'trending', value: ({ window, previous }) => formatChange(window.views - previous.views) },
  {
    sort: 'impressions',
    value: ({ window }) => formatCount(window.impressions),
    note: ({ trend }) => <Trend percent={trend.impressions} />,
  },
  { sort: 'ctr', value: ({ rates }) => formatRate(rates.ctr) },
  {
    sort: 'outbound',
    value: ({ window }) => formatCount(window.outbound),
    note: ({ rates }) => formatRate(rates.clickThrough),
  },
  {
    sort: 'likes',
    value: ({ window }) => formatCount(window.likes),
    note: ({ rates }) => formatRate(rates.likeRate),
  },
  {
    sort: 'favorites',
    value: ({ window }) => formatCount(window.favorites),
    note: ({ rates }) => formatRate(rates.saveRate),
  },
  { sort: 'newest', value: ({ addedAt }) => formatDate(addedAt) },
]
