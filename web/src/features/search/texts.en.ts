import type { ReactNode } from 'react'
import { sentence } from '../../lib/texts.ts'

export const en = {
  title: (search: string | undefined) =>
    search === undefined ? 'Avatary: avatars for VRChat' : `${search} · Avatary`,
  totals: (avatars: string, creators: string) => `${avatars} avatars, by ${creators} creators.`,
  popularSearches: (terms: ReactNode) => sentence('People look for ', terms, ' this week.'),
  mostViewed: 'Most viewed this week',
  rankings: 'All rankings',
  all: 'All avatars',
  matches: (total: ReactNode, count: number) => sentence(total, count === 1 ? ' avatar' : ' avatars'),
  matchesOf: (total: ReactNode, count: number, q: ReactNode) =>
    sentence(total, count === 1 ? ' avatar matches ' : ' avatars match ', q),
  tags: 'Tags',
  removeTag: (tag: string) => `Remove ${tag}`,
  author: (name: string) => `by ${name}`,
  suggestions: 'Suggestions',
  suggestionKinds: {
    correction: 'Did you mean',
    recent: 'Searched before',
    term: 'Search',
    tag: 'Tag',
    creator: 'Creator',
    delete: 'Searched before',
  },
  delete: 'Delete these searches',
  didYouMean: (searches: ReactNode) => sentence('Did you mean', searches),
  notUnderstood: (text: ReactNode) => sentence('Not understood, searched as words: ', text),
}
