import type { TypedRating } from '@avatary/contract/query-language'
import type { Locale } from '../../kernel/appearance.ts'
import { type Html, html } from '../../kernel/html.ts'

const en = {
  title: 'Avatary: avatars for VRChat',
  description:
    'Search and browse avatars for VRChat, in any script: newest, most viewed, by creator and by tag.',
  byAuthor: (author: string) => `by ${author}`,
  minRatings: {
    excellent: 'Excellent',
    good: 'Good or better',
    medium: 'Medium or better',
    poor: 'Poor or better',
    'very-poor': 'Very poor or better',
  } satisfies Record<TypedRating, string>,
  /** The first sentence of two, with the space between them. */
  avatarsWith: (filters: string) => `Avatars for VRChat: ${filters}. `,
  avatarBy: (author: string) => `An avatar for VRChat by ${author}.`,
  byline: (name: Html, author: Html) => html`${name}, by ${author}`,
  avatarsBy: (name: string) => `Avatars by ${name}`,
  avatarsOf: (name: string, avatars: number) =>
    `${avatars.toLocaleString('en')} ${avatars === 1 ? 'avatar' : 'avatars'} for VRChat by ${name}, with views and likes.`,
}

/** Texts of pages whose metadata depends on the catalog. */
export const TEXTS: Readonly<Record<Locale, typeof en>> = {
  en,
  ja: {
    title: 'Avatary：VRChatのアバター検索',
    description:
      'VRChatのアバターを、どの言語の文字でも検索できます。新着、閲覧数、作者別、タグ別に探せます。',
    byAuthor: author => `作者：${author}`,
    minRatings: {
      excellent: 'Excellent',
      good: 'Good以上',
      medium: 'Medium以上',
      poor: 'Poor以上',
      'very-poor': 'Very Poor以上',
    },
    avatarsWith: filters => `VRChatのアバター：${filters}。`,
    avatarBy: author => `${author}によるVRChat用アバター。`,
    byline: (name, author) => html`${name}（作者：${author}）`,
    avatarsBy: name => `${name}のアバター`,
    avatarsOf: (name, avatars) =>
      `${name}によるVRChat用アバター${avatars.toLocaleString('ja')}体。閲覧数といいね数も見られます。`,
  },
  ko: {
    title: 'Avatary: VRChat 아바타 검색',
    description:
      'VRChat 아바타를 어떤 문자로든 검색하세요. 최신순, 조회수순, 제작자별, 태그별로 볼 수 있습니다.',
    byAuthor: author => `제작자: ${author}`,
    minRatings: {
      excellent: 'Excellent',
      good: 'Good 이상',
      medium: 'Medium 이상',
      poor: 'Poor 이상',
      'very-poor': 'Very Poor 이상',
    },
    avatarsWith: filters => `VRChat 아바타: ${filters}. `,
    avatarBy: author => `${author} 제작 VRChat 아바타.`,
    byline: (name, author) => html`${name} (제작자: ${author})`,
    avatarsBy: name => `${name}의 아바타`,
    avatarsOf: (name, avatars) =>
      `${name} 제작 VRChat 아바타 ${avatars.toLocaleString('ko')}개. 조회수와 좋아요도 볼 수 있습니다.`,
  },
  zh: {
    title: 'Avatary：VRChat 模型搜索',
    description: '用任何文字搜索 VRChat 模型，按最新、浏览量、作者或标签查找。',
    byAuthor: author => `作者：${author}`,
    minRatings: {
      excellent: 'Excellent',
      good: 'Good 及以上',
      medium: 'Medium 及以上',
      poor: 'Poor 及以上',
      'very-poor': 'Very Poor 及以上',
    },
    avatarsWith: filters => `VRChat 模型：${filters}。`,
    avatarBy: author => `${author} 制作的 VRChat 模型。`,
    byline: (name, author) => html`${name}（作者：${author}）`,
    avatarsBy: name => `${name} 的模型`,
    avatarsOf: (name, avatars) =>
      `${name} 的 ${avatars.toLocaleString('zh')} 个 VRChat 模型，附浏览量和点赞数。`,
  },
}
