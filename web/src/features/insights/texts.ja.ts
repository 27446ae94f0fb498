import { sentence } from '../../lib/texts.ts'
import type { InsightsTexts } from './texts.ts'

export const texts: InsightsTexts = {
  title: '統計 · Avatary',
  heading: '統計',
  lead: how =>
    sentence(
      'アバターの閲覧、VRChatで開かれた回数、着用、いいねの統計です。訪問者を特定することはありません。日付はUTC基準です。',
      how,
    ),
  howCounted: '集計の方法',
  boards: {
    views: 'よく見られている',
    trending: '急上昇',
    clickThrough: 'よく開かれている',
    likes: 'いいねが多い',
  },
  boardValues: {
    views: '閲覧数',
    trending: '前の期間からの増加',
    clickThrough: '閲覧後にVRChatで開いた割合',
    likes: 'いいね数',
  },
  ranking: 'すべてのアバター',
  tracked: (total, tracked) => `${total}体（うち統計あり${tracked}体）`,
  searchWithin: 'ランキング内を検索',
  clear: 'クリア',
  sort: '並び順',
  rank: '順位',
  columns: {
    views: '閲覧',
    trending: '増減',
    impressions: '表示',
    ctr: '閲覧率',
    outbound: '開いた数',
    likes: 'いいね',
    favorites: '保存',
    newest: '追加日',
  },
  columnNotes: {
    views: '前期間比',
    trending: '閲覧数',
    impressions: '前期間比',
    ctr: '閲覧÷表示',
    outbound: '閲覧比',
    likes: '閲覧比',
    favorites: '閲覧比',
    newest: 'このサイトへ',
  },
  sparkline: '14日間',
  noRows: '一致するアバターはありません',
  noRowsText: '別のキーワードで検索するか、プラットフォームの絞り込みを外してください。',
  everything: 'すべてのアバターを表示',
  pages: 'ランキングのページ',
}
