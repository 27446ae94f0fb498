import { keysOf } from '@avatary/contract/records'
import type { Locale } from '../../kernel/appearance.ts'
import { foundPage, SITE_NAME, type SitePage } from './site-page.ts'

interface Texts {
  readonly title: string
  readonly description: string
}

type StaticPage = Readonly<Record<Locale, Texts>> & {
  /** The page's folder in `web/src/features`. */
  readonly feature: string
  /** False for pages that search engines should not index, because they differ between people. */
  readonly isIndexed?: boolean
}

/** The sections of an account, each a page of its own. */
const ACCOUNT = {
  feature: 'account',
  isIndexed: false,
  en: {
    title: 'Account',
    description: 'Settings, sessions, keys, applications and the data of your account.',
  },
  ja: { title: 'アカウント', description: 'アカウントの設定、セッション、キー、アプリ、データ。' },
  ko: { title: '계정', description: '계정의 설정, 세션, 키, 앱, 데이터.' },
  zh: { title: '账号', description: '账号的设置、会话、密钥、应用与数据。' },
}

/** The connection with Discord, to which its callback returns. */
const DISCORD = {
  feature: 'discord',
  isIndexed: false,
  en: { title: 'Discord', description: 'Connect a Discord account, and set up the bot on your servers.' },
  ja: { title: 'Discord', description: 'Discordアカウントの連携と、サーバーのボットの設定。' },
  ko: { title: 'Discord', description: 'Discord 계정 연결과 서버의 봇 설정.' },
  zh: { title: 'Discord', description: '关联 Discord 账号，在你的服务器上设置机器人。' },
}

/** Pages that are the same for everybody, by path. */
const STATIC_PAGES = {
  '/insights': {
    feature: 'insights',
    en: {
      title: 'Insights',
      description:
        'Most viewed, rising, most opened and most liked avatars for VRChat, with numbers day by day.',
    },
    ja: {
      title: '統計',
      description: 'VRChatアバターの閲覧数ランキング、急上昇、いいね数を日別に確認できます。',
    },
    ko: {
      title: '통계',
      description: 'VRChat 아바타의 조회수 순위, 급상승, 좋아요를 일별 수치로 확인하세요.',
    },
    zh: {
      title: '数据',
      description: 'VRChat 模型的浏览排行、飙升最快与最受喜欢，附每日数据。',
    },
  },
  '/submit': {
    feature: 'submit',
    en: {
      title: 'Submit avatars',
      description:
        'Paste ids, links or a whole log: public avatars that are not here yet are looked up and added.',
    },
    ja: {
      title: 'アバターを登録',
      description: 'IDやリンク、ログをそのまま貼り付けてください。まだない公開アバターを確認して追加します。',
    },
    ko: {
      title: '아바타 등록',
      description: 'ID, 링크, 로그를 그대로 붙여 넣으세요. 아직 없는 공개 아바타를 확인해 추가합니다.',
    },
    zh: {
      title: '提交模型',
      description: '粘贴 ID、链接或整段日志，尚未收录的公开模型会在核实后加入。',
    },
  },
  '/saved': {
    feature: 'saved',
    isIndexed: false,
    en: {
      title: 'Saved avatars',
      description: 'The VRChat avatars that you saved, in groups, and those that you like.',
    },
    ja: {
      title: '保存したアバター',
      description: '保存したVRChatアバターをグループごとに、いいねしたアバターと一緒に見られます。',
    },
    ko: {
      title: '저장한 아바타',
      description: '저장한 VRChat 아바타를 그룹별로, 좋아요한 아바타와 함께 볼 수 있습니다.',
    },
    zh: {
      title: '收藏的模型',
      description: '按分组查看收藏的 VRChat 模型，以及喜欢的模型。',
    },
  },
  '/account': ACCOUNT,
  '/account/sessions': ACCOUNT,
  '/account/keys': ACCOUNT,
  '/account/apps': ACCOUNT,
  '/account/connected': ACCOUNT,
  '/account/data': ACCOUNT,
  '/studio': {
    feature: 'studio',
    isIndexed: false,
    en: { title: 'Creator studio', description: 'How your avatars do, and which of them are listed.' },
    ja: { title: '作者スタジオ', description: '自分のアバターの統計と、掲載するかどうかの設定。' },
    ko: { title: '제작자 스튜디오', description: '내 아바타의 통계와 목록 표시 설정.' },
    zh: { title: '作者工作室', description: '查看自己模型的数据，并管理是否展示。' },
  },
  '/dashboard': DISCORD,
  '/linked-roles': DISCORD,
  '/docs/worlds': {
    feature: 'worlds',
    en: {
      title: 'Avatars in your world',
      description:
        'For makers of VRChat worlds: addresses to bake into a world, what they answer, and how often to ask.',
    },
    ja: {
      title: 'ワールドにアバターを',
      description: 'VRChatワールド制作者向け：ワールドに埋め込むURLと、その応答、読み込みの頻度。',
    },
    ko: {
      title: '월드에 아바타 넣기',
      description: 'VRChat 월드 제작자를 위한 안내: 월드에 넣을 주소와 응답, 요청 주기.',
    },
    zh: {
      title: '在世界中展示模型',
      description: '面向 VRChat 世界制作者：可写入世界的网址、响应内容与读取频率。',
    },
  },
} as const satisfies Readonly<Record<string, StaticPage>>

export type StaticPath = keyof typeof STATIC_PAGES

export const STATIC_PATHS: readonly StaticPath[] = keysOf(STATIC_PAGES)

/** The paths of those pages that search engines should index. */
export const INDEXED_STATIC_PATHS = STATIC_PATHS.filter(path => isForSearchEngines(STATIC_PAGES[path]))

function isForSearchEngines({ isIndexed = true }: StaticPage): boolean {
  return isIndexed
}

/** The metadata of a static page in a language. */
export function staticPage(path: StaticPath, locale: Locale): SitePage {
  const page: StaticPage = STATIC_PAGES[path]
  const { title, description } = page[locale]
  const texts = { title: `${title} · ${SITE_NAME}`, description, text: [description] }
  return foundPage(page.feature, { ...texts, canonical: path, isIndexed: isForSearchEngines(page) })
}
