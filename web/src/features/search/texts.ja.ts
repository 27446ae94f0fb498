import { sentence } from '../../lib/texts.ts'
import type { SearchTexts } from './texts.ts'

export const texts: SearchTexts = {
  title: search => (search === undefined ? 'Avatary：VRChatのアバター検索' : `${search} · Avatary`),
  totals: (avatars, creators) => `${creators}人の作者による${avatars}体のアバター`,
  popularSearches: terms => sentence('今週の人気キーワード：', terms),
  mostViewed: '今週よく見られたアバター',
  rankings: 'ランキングを見る',
  all: 'すべてのアバター',
  matches: total => sentence(total, '体のアバター'),
  matchesOf: (total, _, q) => sentence('「', q, '」の検索結果 ', total, '件'),
  tags: 'タグ',
  removeTag: tag => `${tag}を外す`,
  author: name => `作者：${name}`,
  suggestions: '候補',
  suggestionKinds: {
    correction: 'もしかして',
    recent: '最近の検索',
    term: '検索',
    tag: 'タグ',
    creator: '作者',
    delete: '最近の検索',
  },
  delete: '検索履歴を消去',
  didYouMean: searches => sentence('もしかして：', searches),
  notUnderstood: text => sentence('条件として認識できないため、キーワードとして検索しました：', text),
}
