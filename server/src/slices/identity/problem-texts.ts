import type { Locale } from '../../kernel/appearance.ts'

export type Problem = 'cancelled' | 'expired' | 'refused' | 'unavailable' | 'not_configured' | 'database_away'

interface ProblemTexts {
  readonly signIn: string
  readonly signInText: string
  readonly notSignedIn: string
  readonly failed: string
  readonly problems: Readonly<Record<Problem, string>>
  readonly signInAgain: string
  readonly home: string
}

export const PROBLEM_TEXTS: Readonly<Record<Locale, ProblemTexts>> = {
  en: {
    signIn: 'Sign in',
    signInText: 'You sign in with your account at the community site.',
    notSignedIn: 'Not signed in',
    failed: 'Signing in failed',
    problems: {
      cancelled: 'You cancelled signing in. Nothing was changed.',
      expired: 'This sign-in took too long, was used already, or was begun in another browser.',
      refused: 'The community site did not confirm this sign-in.',
      unavailable: 'The community site does not answer right now. Try again in a few minutes.',
      not_configured: 'This site has no accounts: nobody can sign in here.',
      database_away: 'The database of this site cannot be reached right now. Try again in a few minutes.',
    },
    signInAgain: 'Try again',
    home: 'Back to the avatars',
  },
  ja: {
    signIn: 'ログイン',
    signInText: 'コミュニティサイトのアカウントでログインします。',
    notSignedIn: 'ログインしていません',
    failed: 'ログインに失敗しました',
    problems: {
      cancelled: 'ログインをキャンセルしました。何も変更されていません。',
      expired: 'ログインに時間がかかりすぎたか、すでに使用済みか、別のブラウザで開始されたものです。',
      refused: 'コミュニティサイトでログインが確認されませんでした。',
      unavailable: 'コミュニティサイトから応答がありません。数分後にもう一度お試しください。',
      not_configured: 'このサイトにはアカウント機能がなく、ログインできません。',
      database_away: 'データベースが一時的に利用できません。数分後にもう一度お試しください。',
    },
    signInAgain: '再試行',
    home: 'アバター一覧へ',
  },
  ko: {
    signIn: '로그인',
    signInText: '커뮤니티 사이트의 계정으로 로그인합니다.',
    notSignedIn: '로그인하지 않았습니다',
    failed: '로그인하지 못했습니다',
    problems: {
      cancelled: '로그인을 취소했습니다. 바뀐 것은 없습니다.',
      expired: '로그인 시간이 초과되었거나, 이미 사용되었거나, 다른 브라우저에서 시작된 로그인입니다.',
      refused: '커뮤니티 사이트에서 로그인을 확인하지 않았습니다.',
      unavailable: '커뮤니티 사이트가 응답하지 않습니다. 몇 분 뒤 다시 시도하세요.',
      not_configured: '이 사이트에는 계정 기능이 없어 로그인할 수 없습니다.',
      database_away: '데이터베이스를 잠시 사용할 수 없습니다. 몇 분 뒤 다시 시도하세요.',
    },
    signInAgain: '다시 시도',
    home: '아바타 목록으로',
  },
  zh: {
    signIn: '登录',
    signInText: '使用社区网站的账号登录。',
    notSignedIn: '未登录',
    failed: '登录失败',
    problems: {
      cancelled: '你取消了登录，没有任何更改。',
      expired: '登录已超时、已被使用，或是在另一个浏览器中发起的。',
      refused: '社区网站未确认此次登录。',
      unavailable: '社区网站暂时没有响应，请几分钟后再试。',
      not_configured: '本站没有账号功能，无法登录。',
      database_away: '数据库暂时不可用，请几分钟后再试。',
    },
    signInAgain: '重试',
    home: '返回模型列表',
  },
}
