import { sentence } from '../../lib/texts.ts'
import type { SearchTexts } from './texts.ts'

export const texts: SearchTexts = {
  title: q => (q === undefined ? 'Avatary: VRChatのアバター検索' : `${q} · Avatary`),
  holds: (avatars, creators) => `${creators}人の作者による${avatars}体のアバター`,
  lookFor: terms => sentence('今週よく検索されている言葉：', terms),
  mostViewed: '今週よく見られたアバター',
  all: 'すべてのアバター',
  matches: total => sentence(total, '体のアバター'),
  matchesOf: (total, _, q) => sentence('「', q, '」に一致するアバター ', total, '体'),
  tags: 'タグ',
  removeTag: tag => `${tag}を外す`,
  author: name => `作者：${name}`,
  nothing: q => `「${q}」に一致するアバターはありません`,
  nothingFiltered: 'この条件に一致するアバターはありません',
  nothingText: 'すべての語に一致するものを探します。語を減らすか、次の語をお試しください。',
  nothingTextAlone: '別の語で検索するか、すべてのアバターをご覧ください。',
  everyPlatform: 'すべてのプラットフォームで検索',
  everyTag: 'タグを外して検索',
  everything: 'すべてのアバター',
}
