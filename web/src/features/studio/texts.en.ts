import type { HidingReason } from '@avatary/contract/creator'
import type { ReactNode } from 'react'
import { sentence } from '../../lib/texts.ts'

export const en = {
  title: 'Studio · Avatary',
  heading: 'Creator studio',
  lead: (page: ReactNode) => sentence('Your avatars, listed or not. What everybody sees: ', page),
  signInText: 'Sign in to see how your avatars do, and to decide which of them are listed.',
  noAccounts: 'This site has no accounts.',
  none: 'No avatar of yours is here yet',
  noneText: 'Submit your public avatars, and they are looked up and added.',
  submit: 'Submit avatars',
  lifetime: (views: string, likes: string) => `Of all time: ${views} views and ${likes} likes.`,
  allAvatars: 'All',
  otherAvatars: 'All others',
  avatars: (total: string, count: number) => (count === 1 ? '1 avatar' : `${total} avatars`),
  show: 'Show',
  shown: { all: 'All', yes: 'Listed', no: 'Hidden' },
  orders: { newest: 'Newest', views: 'Most viewed', trending: 'Rising', likes: 'Most liked' },
  noneOfThese: 'None of your avatars.',
  listed: 'Listed',
  columns: { views: 'Views', trending: 'Change', likes: 'Like rate' },
  likes: (count: string, likes: number) => (likes === 1 ? '1 like' : `${count} likes`),
  selectPage: 'Select all on this page',
  selectName: (name: string) => `Select ${name}`,
  listedName: (name: string) => `List ${name}`,
  chart: 'Day by day',
  chartOf: (name: string) => `Day by day: ${name}`,
  reasons: {
    unlisted: 'Unlisted by you',
    opted_out: 'Hidden, as you opted out',
    inactive: 'Not public on VRChat',
    blocked: 'Blocked by the operators of this site',
  } satisfies Record<HidingReason, string>,
  deselect: 'Clear the selection',
  unlist: 'Unlist',
  relist: 'List',
  unlisted: (total: string, count: number) =>
    count === 1 ? '1 avatar is no longer listed.' : `${total} avatars are no longer listed.`,
  relisted: (total: string, count: number) =>
    count === 1 ? '1 avatar is listed again.' : `${total} avatars are listed again.`,
  withStillHidden: (done: string, count: string) => `${done} Still hidden for another reason: ${count}.`,
  nothingChanged: 'Nothing to change: they are like that already.',
  pages: 'Pages of your avatars',
  optOutTitle: 'Opt out of this site',
  optOutText: 'Takes all of your avatars out of the lists, also those that you will make.',
  optedOutSince: (date: string, total: string) =>
    `You have been opted out since ${date}: none of your ${total} avatars is listed, nor those that you will make.`,
  optOut: 'Opt out…',
  optIn: 'Opt in again',
  optedOut: (total: string, count: number) =>
    count === 1
      ? 'You are opted out. 1 avatar was hidden.'
      : `You are opted out. ${total} avatars were hidden.`,
  optedIn: (total: string, count: number) =>
    count === 1
      ? 'Welcome back. 1 avatar is listed again.'
      : `Welcome back. ${total} avatars are listed again.`,
  confirmTitle: 'Opt out with all avatars?',
  hides: (total: string, count: number) =>
    count === 1
      ? '1 avatar leaves search, lists, insights, feeds and worlds at once.'
      : `${total} avatars leave search, lists, insights, feeds and worlds at once.`,
  losesViews: (views: string, days: number) => `They had ${views} views in the last ${days} days.`,
  losesSaves: (total: string, count: number) =>
    count === 1
      ? 'People saved them once; there they stay, as unavailable.'
      : `People saved them ${total} times; there they stay, as unavailable.`,
  hidesFuture: 'Avatars that you make later are not listed either.',
  canReturn: 'You can opt in again at any time. Avatars that you unlisted one by one stay unlisted then.',
  confirm: 'Opt out',
}
