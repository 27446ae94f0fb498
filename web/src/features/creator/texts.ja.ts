import { sentence } from '../../lib/texts.ts'
import type { CreatorTexts } from './texts.ts'

export const texts: CreatorTexts = {
  title: name => `${name}のアバター · Avatary`,
  nameless: '名前のない作者',
  knownAs: names => sentence('以前の名前：', names),
  avatars: total => sentence('アバター ', total, '体'),
  views: total => sentence('閲覧数 ', total),
  likes: total => sentence('いいね ', total),
  profile: '認証済みプロフィール',
  studio: 'スタジオを開く',
  feed: '新着フィード',
  searchWithin: 'この作者のアバターを検索',
  clear: 'クリア',
  matches: total => `アバター${total}体`,
  nothing: '一致するアバターはありません',
  nothingText: '別のキーワードで検索するか、プラットフォームの絞り込みを外してください。',
  everything: 'すべて表示',
  gone: 'この作者のアバターは掲載されていません',
  goneText: 'アバターがプライベートになったか、作者が一覧から外しました。',
  find: 'アバターを検索',
}
