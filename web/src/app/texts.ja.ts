import type { ShellTexts } from './texts.ts'

export const texts: ShellTexts = {
  skip: '本文へ移動',
  skipToResults: '検索結果へ移動',
  pages: 'ページ',
  search: '検索',
  insights: '統計',
  submit: 'アバター登録',
  saved: '保存済み',
  docs: 'API',
  settings: '設定',
  account: 'アカウント',
  offline: 'オフラインです。表示済みの内容は見られます。保存などは再接続後に使えます。',
  newVersion: 'サイトが更新されました。',
  reload: '再読み込み',
  demo: 'デモ',
  demoText: 'すべて架空です。好きな人物でログインできます。',
  fillCatalog: '取り込み方',
  dismissDemo: 'タブを閉じるまで非表示',
}
