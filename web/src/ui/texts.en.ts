import type { Rating } from '@avatary/contract/avatar'
import type { ReactNode } from 'react'
import { sentence } from '../lib/texts.ts'
import { englishErrors } from './english-errors.ts'
import { errorReason, type FieldNames } from './error-reason.ts'

export const en = {
  errorTitle: 'This did not load',
  errorText: (reason: string) => `${reason} Nothing you did is lost.`,
  errorReason: (error: unknown, names?: FieldNames) =>
    errorReason(error, englishErrors(), field => `The value of “${field}” is not allowed.`, names),
  errorRequest: (id: string) => `Request ${id}`,
  notDone: (reason: string) => `Not changed. ${reason}`,
  tooComplex: 'This search is too complex',
  tooComplexText:
    'It may have up to 20 conditions, such as tag:fox, OR or a group, and up to 5 parentheses around a word. Shorten it, and it is searched.',
  searchHelp: 'How to search',
  retry: 'Try again',
  close: 'Close',
  blocked: 'A moderator took this avatar out of the lists just now.',
  undo: 'Undo',
  saveName: (name: string) => `Save ${name}`,
  saved: (name: ReactNode) => sentence('Saved ', name),
  removed: (name: ReactNode) => sentence('Removed ', name, ' from saved'),
  liked: (name: ReactNode) => sentence('Liked ', name),
  unliked: (name: ReactNode) => sentence('Removed your like of ', name),
  notMarked: (name: ReactNode, reason: string) => sentence('Not changed: ', name, `. ${reason}`),
  copied: 'Copied',
  notCopied: 'This browser does not let the page copy.',
  groups: 'Put it into a group',
  newGroup: 'New group',
  groupName: 'Name of the group',
  tooFast: 'A little too fast',
  tooFastText: (seconds: number) =>
    `It goes on by itself in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}. Many people behind one address share its limit.`,
  views: (count: string) => `${count} views`,
  performance: {
    Excellent: 'Excellent',
    Good: 'Good',
    Medium: 'Medium',
    Poor: 'Poor',
    'Very Poor': 'Very poor',
  } satisfies Record<Rating, string>,
  minPerformance: 'Minimum performance rating',
  anyPerformance: 'Any performance',
  orBetter: (rating: string) => `${rating} or better`,
  notRated: 'Not rated',
  sensitive: {
    content_sex: 'Sexual content',
    content_adult: 'For adults',
    content_violence: 'Violence',
    content_gore: 'Gore',
    content_horror: 'Horror',
  } as Readonly<Record<string, string>>,
  avatarCount: (count: string, n: number) => `${count} ${n === 1 ? 'avatar' : 'avatars'}`,
  platform: 'Platform',
  anyPlatform: 'All',
  sort: 'Order',
  sorts: {
    relevance: 'Best match',
    updated: 'Recently updated',
    recent: 'Newest',
    popular: 'Most viewed',
    name: 'Name',
    oldest: 'Oldest',
  },
  results: 'Avatars',
  waits: 'Will search once you are online',
  newest: 'Newest avatars',
  newTab: ' (opens in a new tab)',
  showPicture: 'Show the picture',
  tooMany: 'There are more. Narrow the search to see them.',
}
