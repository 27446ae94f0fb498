import type { ShellTexts } from './texts.ts'

export const texts: ShellTexts = {
  skip: '本文へ移動',
  search: '検索',
  insights: '統計',
  docs: 'API',
  offline: 'オフラインです。表示済みの内容は引き続き見られます。',
  notFound: 'ページが見つかりません',
  notFoundText:
    'アドレスが間違っているか、削除された可能性があります。検索するか、新着アバターをご覧ください。',
  newest: '新着アバター',
}
