import type { ReactNode } from 'react'
import { sentence } from '../../lib/texts.ts'

export const en = {
  title: 'Insights · Avatary',
  heading: 'Insights',
  lead: (how: ReactNode) =>
    sentence(
      'How avatars are seen, opened, worn and liked. Visitors are never identified; days are UTC. ',
      how,
    ),
  howCounted: 'What counts',
  boards: {
    views: 'Most viewed',
    trending: 'Rising',
    clickThrough: 'Most often opened',
    likes: 'Most liked',
  },
  boardValues: {
    views: 'Views',
    trending: 'More views than before',
    clickThrough: 'Share of views that opened it in VRChat',
    likes: 'Likes',
  },
  ranking: 'All avatars',
  tracked: (total: string, tracked: string) => `${total} avatars, ${tracked} of them with numbers`,
  searchWithin: 'Search in the ranking',
  clear: 'Clear',
  sort: 'Order by',
  rank: 'Rank',
  columns: {
    views: 'Views',
    trending: 'Change',
    impressions: 'Shown',
    ctr: 'View rate',
    outbound: 'Opened',
    likes: 'Likes',
    favorites: 'Saved',
    newest: 'Added',
  },
  columnNotes: {
    views: 'change',
    trending: 'in views',
    impressions: 'change',
    ctr: 'of times shown',
    outbound: 'of views',
    likes: 'of views',
    favorites: 'of views',
    newest: 'to this index',
  },
  sparkline: '14 days',
  noRows: 'No avatar matches',
  noRowsText: 'Try another word, or every platform.',
  everything: 'Show all avatars',
  pages: 'Pages of the ranking',
}
