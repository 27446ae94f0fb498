import type { Locale } from './appearance.ts'

/** Kinds of errors that the error page tells apart; each covers several codes. */
export type FailureKind = 'tooFast' | 'busy' | 'notAllowed' | 'failed' | 'address'

const en = {
  titles: {
    tooFast: 'A little too fast',
    busy: 'This does not work right now',
    notAllowed: 'You cannot do this here',
    failed: 'Something failed on our side',
    address: 'This address does not work',
  },
  texts: {
    tooFast: 'Too many requests came from your address. Many people behind one address share its limit.',
    busy: 'The site is starting, or is too busy.',
    notAllowed: 'You are not signed in any more, or another site sent this. Go back, and start again.',
    failed: 'It was logged. Try again in a few minutes.',
    address: 'Something in it is missing or wrong. Go back to where you came from, and start again there.',
  },
  inSeconds: (seconds: number) => `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  again: 'Try again',
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
      failed: 'サーバーでエラーが発生しました',
      address: 'このURLは使えません',
    },
    texts: {
      tooFast:
        '同じIPアドレスからのリクエストが多すぎます。上限は同じIPアドレスのユーザー全員で共有されます。',
      busy: 'サイトが起動中か、混み合っています。',
      notAllowed:
        'ログアウトしているか、別のサイトから送られた操作です。前のページに戻ってやり直してください。',
      failed: 'エラーは記録されました。数分後にもう一度お試しください。',
      address: 'URLに不足か誤りがあります。前のページに戻ってやり直してください。',
    },
    inSeconds: seconds => `${seconds}秒後にもう一度お試しください。`,
    again: '再試行',
    home: 'アバター一覧へ',
    request: id => `リクエスト ${id}`,
  },
  ko: {
    titles: {
      tooFast: '잠시만 기다려 주세요',
      busy: '지금은 이용할 수 없습니다',
      notAllowed: '이 작업은 할 수 없습니다',
      failed: '서버에서 오류가 발생했습니다',
      address: '사용할 수 없는 주소입니다',
    },
    texts: {
      tooFast: '같은 IP 주소에서 요청이 너무 많이 왔습니다. 한도는 같은 IP 주소의 사용자가 함께 사용합니다.',
      busy: '사이트가 시작하는 중이거나 처리할 일이 많습니다.',
      notAllowed: '로그아웃되었거나 다른 사이트에서 보낸 요청입니다. 이전 페이지로 돌아가 다시 시작하세요.',
      failed: '오류를 기록했습니다. 몇 분 뒤 다시 시도하세요.',
      address: '주소에 빠진 부분이나 잘못된 부분이 있습니다. 이전 페이지로 돌아가 다시 시작하세요.',
    },
    inSeconds: seconds => `${seconds}초 뒤 다시 시도하세요.`,
    again: '다시 시도',
    home: '아바타 목록으로',
    request: id => `요청 ${id}`,
  },
  zh: {
    titles: {
      tooFast: '请稍等片刻',
      busy: '暂时无法使用',
      notAllowed: '无法进行此操作',
      failed: '服务器出错了',
      address: '此网址无法使用',
    },
    texts: {
      tooFast: '来自你的 IP 地址的请求过多。同一 IP 地址的用户共用限额。',
      busy: '网站正在启动，或访问量过大。',
      notAllowed: '你已退出登录，或请求来自其他网站。请返回上一页重新开始。',
      failed: '错误已记录，请几分钟后再试。',
      address: '网址有缺失或错误。请返回上一页重新开始。',
    },
    inSeconds: seconds => `请 ${seconds} 秒后再试。`,
    again: '重试',
    home: '返回模型列表',
    request: id => `请求 ${id}`,
  },
}
