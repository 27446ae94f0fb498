import type { Locale } from './locale.ts'
import { found, NAME, type SitePage } from './pages.ts'

interface Texts {
  readonly title: string
  readonly description: string
}

/** Pages that are the same for everybody, by their paths. */
const STATIC_PAGES = {
  '/insights': {
    en: {
      title: 'Insights',
      description:
        'Most viewed, rising, most opened and most liked avatars for VRChat, with numbers day by day.',
    },
    ja: {
      title: '統計',
      description: 'VRChatアバターの閲覧数ランキング、急上昇、いいね数を、1日ごとの数字とともに。',
    },
    ko: {
      title: '통계',
      description: 'VRChat 아바타의 조회수 순위, 급상승, 좋아요를 일별 수치로 확인하세요.',
    },
    zh: {
      title: '数据',
      description: 'VRChat 模型的浏览排行、上升最快与最受喜欢，附每日数据。',
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Locale, Texts>>>>

export type StaticPath = keyof typeof STATIC_PAGES

export const STATIC_PATHS = Object.keys(STATIC_PAGES) as readonly StaticPath[]

/** The facts of such a page in a language. */
export function staticPage(path: StaticPath, locale: Locale): SitePage {
  const { title, description } = STATIC_PAGES[path][locale]
  return found({ title: `${title} · ${NAME}`, description, canonical: path, text: [description] })
}
