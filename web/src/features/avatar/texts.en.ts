import type { ReactNode } from 'react'
import { sentence } from '../../lib/texts.ts'

const BREAKDOWN_KEYS: Readonly<Record<string, string>> = {
  other: 'Other',
  direct: 'Directly',
  XX: 'Unknown',
  desktop: 'Desktop',
  mobile: 'Mobile',
  tablet: 'Tablet',
  vr: 'VR headset',
}

export const en = {
  title: (name: string, author: string) => `${name} – ${author} · Avatary`,
  back: 'Back to the results',
  by: (author: ReactNode) => sentence('by ', author),
  avatarsHere: (count: number) => (count === 1 ? '1 avatar here' : `${count} avatars here`),
  open: 'Open in VRChat',
  copyId: 'Copy id',
  copied: 'Copied',
  share: 'Share',
  performanceOf: (rating: string) => `${rating} performance`,
  doesNotRun: 'Does not run here',
  views: (count: ReactNode) => sentence(count, ' views'),
  added: (date: ReactNode) => sentence('added ', date),
  rank: (place: ReactNode, days: number) => sentence('rank ', place, ` of ${days} days`),
  tags: 'Tags',
  numbers: 'Numbers',
  terms: 'Found by searching',
  countries: 'Countries',
  referrers: 'Came from',
  devices: 'Devices',
  key: (key: string) => BREAKDOWN_KEYS[key] ?? key,
  unknownCountry: 'Unknown region',
  nothingYet: 'Nothing yet',
  moreByCreator: (name: ReactNode) => sentence('More by ', name),
  moreLikeIt: 'More like it',
  gone: 'This avatar is not listed',
  goneText: 'Its creator took it out of the lists, or the platform no longer serves it publicly.',
  find: 'Search avatars',
  numbersAway: 'The numbers are not loaded yet. They come in a moment.',
}
