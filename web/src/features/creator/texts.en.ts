import type { ReactNode } from 'react'
import { sentence } from '../../lib/texts.ts'

export const en = {
  title: (name: string) => `Avatars by ${name} · Avatary`,
  nameless: 'A creator without a name',
  knownAs: (names: ReactNode) => sentence('Formerly ', names),
  avatars: (total: ReactNode, count: number) => sentence(total, count === 1 ? ' avatar' : ' avatars'),
  views: (total: ReactNode) => sentence(total, ' views'),
  likes: (total: ReactNode, count: number) => sentence(total, count === 1 ? ' like' : ' likes'),
  profile: 'Verified profile',
  studio: 'Open your studio',
  feed: 'Feed of new avatars',
  searchWithin: 'Search their avatars',
  clear: 'Clear',
  matches: (total: string, count: number) => (count === 1 ? '1 avatar' : `${total} avatars`),
  nothing: 'None of their avatars matches',
  nothingText: 'Try another word, or every platform.',
  everything: 'Show all of them',
  gone: 'No avatar of this creator is listed',
  goneText: 'Their avatars are private, or they took them out of the lists.',
  find: 'Search avatars',
}
