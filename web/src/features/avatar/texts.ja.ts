import { sentence } from '../../lib/texts.ts'
import type { AvatarTexts } from './texts.ts'

const BREAKDOWN_KEYS: Readonly<Record<string, string>> = {
  other: 'その他',
  direct: '直接',
  desktop: 'パソコン',
  mobile: 'スマートフォン',
  tablet: 'タブレット',
  vr: 'VRヘッドセット',
}

export const texts: AvatarTexts = {
  title: (name, author) => `${name} – ${author} · Avatary`,
  back: '検索結果へ戻る',
  by: author => sentence('作者：', author),
  avatarsHere: count => `アバター${count}体`,
  open: 'VRChatで開く',
  copyId: 'IDをコピー',
  save: '保存',
  saved: '保存済み',
  like: count => `いいね：${count}件`,
  share: '共有',
  performanceOf: rating => `パフォーマンス：${rating}`,
  doesNotRun: '非対応',
  views: count => sentence('閲覧数 ', count),
  added: date => sentence(date, ' 追加'),
  rank: (place, days) => sentence(`${days}日間の順位 `, place, '位'),
  tags: 'タグ',
  numbers: '統計',
  terms: '検索された言葉',
  countries: '国と地域',
  referrers: '流入元',
  devices: '端末',
  key: key => BREAKDOWN_KEYS[key] ?? key,
  unknownCountry: '不明な地域',
  nothingYet: 'まだありません',
  moreByCreator: name => sentence(name, 'のほかのアバター'),
  moreLikeIt: '似ているアバター',
  gone: 'このアバターは公開されていません',
  goneText: '作者が一覧から外したか、VRChatで公開されなくなりました。',
  find: 'アバターを検索',
  numbersAway: '統計を読み込んでいます。しばらくお待ちください。',
}
