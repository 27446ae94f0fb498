import type { RefusalCode } from '../lib/api.ts'
import type { UiTexts } from './texts.ts'

const errors: Partial<Record<RefusalCode, string>> = {
  unreachable: 'サーバーから応答がありません。',
  unavailable: 'データベースが一時的に利用できません。検索と閲覧はいつもどおり使えます。',
  not_ready: 'サーバーを起動しています。',
  avatar_not_found: 'このアバターは公開されていません。',
}

export const texts: UiTexts = {
  errorTitle: '読み込めませんでした',
  errorText: reason => `${reason}操作の内容は失われていません。`,
  errorReason: code => errors[code] ?? 'サーバーでエラーが発生しました。',
  errorRequest: id => `リクエスト ${id}`,
  retry: 'もう一度試す',
  tooFast: 'アクセスが集中しています',
  tooFastText: seconds => `${seconds}秒後に自動で再開します。同じ回線を使う人と上限を共有しています。`,
  views: count => `閲覧数 ${count}`,
  performance: {
    Excellent: 'とても良い',
    Good: '良い',
    Medium: '普通',
    Poor: '悪い',
    'Very Poor': 'とても悪い',
  },
  notRated: '評価なし',
  sensitive: {
    content_sex: '性的な内容',
    content_adult: '成人向け',
    content_violence: '暴力表現',
    content_gore: 'グロテスクな表現',
    content_horror: 'ホラー',
  },
  platform: 'プラットフォーム',
  anyPlatform: 'すべて',
  sort: '並び順',
  sorts: {
    relevance: '関連度順',
    updated: '更新順',
    recent: '新着順',
    popular: '閲覧数順',
    name: '名前順',
    oldest: '古い順',
  },
  results: 'アバター',
  tooMany: 'まだ続きがあります。条件を絞り込むと見られます。',
}
