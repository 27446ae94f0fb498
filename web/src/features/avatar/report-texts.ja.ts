import type { ReportTexts } from './report-texts.ts'

export const texts: ReportTexts = {
  title: name => `${name}を通報`,
  reason: '問題の内容',
  reasons: {
    stolen: '無断転載・盗用アバター',
    explicit: '表記のない成人向けの内容',
    harmful: 'クラッシャーなど他人に害を与えるもの',
    wrong_data: '掲載情報の誤り',
    other: 'その他',
  },
  text: '補足（任意）',
  anonymous: '通報は匿名です。送信者が運営に知られることはありません。',
  cancel: 'キャンセル',
  send: '通報する',
  thanks: 'ありがとうございます。運営が確認します。',
}
