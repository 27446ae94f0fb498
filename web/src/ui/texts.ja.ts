import { sentence } from '../lib/texts.ts'
import { errorReason } from './error-reason.ts'
import { errors } from './errors.ja.ts'
import type { UiTexts } from './texts.ts'

export const texts: UiTexts = {
  errorTitle: '読み込めませんでした',
  errorText: reason => `${reason}操作の内容は失われていません。`,
  errorReason: (error, names) =>
    errorReason(error, errors, field => `「${field}」に使えない値が入っています。`, names),
  errorRequest: id => `リクエスト ${id}`,
  notDone: reason => `変更されませんでした。${reason}`,
  tooComplex: '検索条件が複雑すぎます',
  tooComplexText:
    '条件（tag:fox、OR、括弧のグループなど）は20個まで、括弧の入れ子は5段までです。短くすると検索できます。',
  searchHelp: '検索のしかた',
  retry: '再試行',
  close: '閉じる',
  blocked: 'たった今、運営がこのアバターをブロックしました。',
  undo: '元に戻す',
  saveName: name => `${name}を保存`,
  saved: name => sentence(name, 'を保存しました'),
  removed: name => sentence(name, 'の保存を解除しました'),
  notMarked: (name, reason) => sentence(name, `への操作を反映できませんでした。${reason}`),
  copied: 'コピーしました',
  notCopied: 'このブラウザではコピーできません。',
  groups: 'グループに入れる',
  newGroup: '新しいグループ',
  groupName: 'グループ名',
  tooFast: '少しお待ちください',
  tooFastText: seconds =>
    `短時間にアクセスが続いたため、${seconds}秒後に自動で再開します。回数の上限は、同じ回線を使う人全員で共有しています。`,
  views: count => `閲覧数 ${count}`,
  performance: {
    Excellent: 'Excellent',
    Good: 'Good',
    Medium: 'Medium',
    Poor: 'Poor',
    'Very Poor': 'Very Poor',
  },
  minPerformance: '最低パフォーマンスランク',
  anyPerformance: 'ランク指定なし',
  orBetter: rating => `${rating}以上`,
  notRated: 'ランク不明',
  sensitive: {
    content_sex: '性的な内容',
    content_adult: '成人向け',
    content_violence: '暴力表現',
    content_gore: 'グロテスクな表現',
    content_horror: 'ホラー',
  },
  avatarCount: count => `${count}体`,
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
  newest: '新着アバター',
  newTab: '（新しいタブで開きます）',
  showPicture: '画像を表示',
  tooMany: 'まだ続きがあります。条件を絞り込むと表示できます。',
}
