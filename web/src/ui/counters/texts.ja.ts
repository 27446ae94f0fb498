import type { CounterTexts } from './texts.ts'

export const texts: CounterTexts = {
  choose: 'グラフに表示する項目',
  window: '期間',
  days: count => `${count}日間`,
  counters: {
    views: '閲覧',
    impressions: '一覧での表示',
    outbound: 'VRChatで開いた数',
    wears: 'ワールドでの着用',
    likes: 'いいね',
    favorites: '保存',
  },
  trend: percent => `前の期間と比べて${percent}`,
  chart: (counter, days) => `${counter}（過去${days}日間、日別）`,
  date: '日付',
  asTable: '表で見る',
  csv: 'CSV',
  csvOfDays: '日別データをCSVで保存',
  nothingYet: 'まだデータがありません',
  avatar: 'アバター',
  previous: '前へ',
  next: '次へ',
  range: (first, last, total) => `${total}件中 ${first}〜${last}`,
  sparkline: counts => `過去14日間の閲覧数：${counts}`,
}
