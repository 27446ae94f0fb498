import type { ReportTexts } from './report-texts.ts'

export const texts: ReportTexts = {
  title: name => `${name}を通報`,
  reason: 'どのような問題ですか？',
  reasons: {
    stolen: '無断アップロード・盗用されたアバター',
    explicit: '表記のない成人向けの内容',
    harmful: 'クラッシャーなど他人に害を与えるもの',
    wrong_data: '掲載情報の誤り',
    other: 'その他',
  },
  text: '補足（任意）',
  anonymous: '通報は匿名です。誰が送ったかは運営にも分かりません。',
  cancel: 'キャンセル',
  send: '通報する',
  thanks: 'ありがとうございます。運営が確認します。',
}
