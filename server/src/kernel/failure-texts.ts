import type { Locale } from './appearance.ts'

/** Kinds of errors that the error page tells apart; each covers several codes. */
export type FailureKind = 'tooFast' | 'busy' | 'notAllowed' | 'internal' | 'wrongAddress'

const en = {
  titles: {
    tooFast: 'A little too fast',
    busy: 'This does not work right now',
    notAllowed: 'You cannot do this here',
    internal: 'Something failed on our side',
    wrongAddress: 'This address does not work',
  },
  explanations: {
    tooFast: 'Too many requests came from your address. Many people behind one address share its limit.',
    busy: 'The site is starting, or is too busy.',
    notAllowed: 'You are not signed in any more, or another site sent this. Go back, and start again.',
    internal: 'It was logged. Try again in a few minutes.',
    wrongAddress:
      'Something in it is missing or wrong. Go back to where you came from, and start again there.',
  },
  tryAgainIn: (seconds: number) => `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  tryAgain: 'Try again',
  home: 'Back to the avatars',
  request: (id: string) => `Request ${id}`,
}

/** The texts of the error page. */
export const FAILURE_TEXTS: Readonly<Record<Locale, typeof en>> = {
  en,
  ja: {
    titles: {
      tooFast: '少しお待ちください',
      busy: '現在利用できません',
      notAllowed: 'この操作はできません',
      internal: 'サーバーでエラーが発生しました',
      wrongAddress: 'このURLは使えません',
    },
    explanations: {
      tooFast:
        '同じIPアドレスからのリクエストが多すぎます。上限は同じIPアドレスのユーザー全員で共有されます。',
      busy: 'サイトが起動中か、混み合っています。',
      notAllowed:
        'ログアウトしているか、別のサイトから送られた操作です。前のページに戻ってやり直してください。',
      internal: 'エラーは記録されました。数分後にもう一度お試しください。',
      wrongAddress: 'URLに不足か誤りがあります。前のページに戻ってやり直してください。',
    },
    tryAgainIn: seconds => `${seconds}秒後にもう一度お試しください。`,
    tryAgain: '再試行',
    home: 'アバター一覧へ',
    request: id => `リクエスト ${id}`,
  },
  ko: {
    titles: {
      tooFast: '잠시만 기다려 주세요',
      busy: '지금은 이용할 수 없습니다',
      notAllowed: '이 작업은 할 수 없습니다',
      internal: '서버에서 오류가 발생했습니다',
      wrongAddress: '사용할 수 없는 주소입니다',
    },
    explanations: {
      tooFast: '같은 IP 주소에서 요청이 너무 많이 왔습니다. 한도는 같은 IP 주소의 사용자가 함께 사용합니다.',
      busy: '사이트가 시작하는 중이거나 처리할 일이 많습니다.',
      notAllowed: '로그아웃되었거나 다른 사이트에서 보낸 요청입니다. 이전 페이지로 돌아가 다시 시작하세요.',
      internal: '오류를 기록했습니다. 몇 분 뒤 다시 시도하세요.',
      wrongAddress: '주소에 빠진 부분이나 잘못된 부분이 있습니다. 이전 페이지로 돌아가 다시 시작하세요.',
    },
    tryAgainIn: seconds => `${seconds}초 뒤 다시 시도하세요.`,
    tryAgain: '다시 시도',
    home: '아바타 목록으로',
    request: id => `요청 ${id}`,
  },
  zh: {
    titles: {
      tooFast: '请稍等片刻',
      busy: '暂时无法使用',
      notAllowed: '无法进行此操作',
      internal: '服务器出错了',
      wrongAddress: '此网址无法使用',
    },
    explanations: {
      tooFast: '来自你的 IP 地址的请求过多。同一 IP 地址的用户共用限额。',
      busy: '网站正在启动，或访问量过大。',
      notAllowed: '你已退出登录，或请求来自其他网站。请返回上一页重新开始。',
      internal: '错误已记录，请几分钟后再试。',
      wrongAddress: '网址有缺失或错误。请返回上一页重新开始。',
    },
    tryAgainIn: seconds => `请 ${seconds} 秒后再试。`,
    tryAgain: '重试',
    home: '返回模型列表',
    request: id => `请求 ${id}`,
  },
}
