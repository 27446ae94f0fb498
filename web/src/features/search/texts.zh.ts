import { sentence } from '../../lib/texts.ts'
import type { SearchTexts } from './texts.ts'

export const texts: SearchTexts = {
  title: search => (search === undefined ? 'Avatary：VRChat 模型搜索' : `${search} · Avatary`),
  totals: (avatars, creators) => `${creators} 位作者的 ${avatars} 个模型`,
  popularSearches: terms => sentence('本周热搜：', terms),
  mostViewed: '本周浏览最多',
  rankings: '完整排行',
  all: '全部模型',
  matches: total => sentence(total, ' 个模型'),
  matchesOf: (total, _, q) => sentence('“', q, '”共有 ', total, ' 个结果'),
  tags: '标签',
  removeTag: tag => `移除 ${tag}`,
  author: name => `作者：${name}`,
  suggestions: '搜索建议',
  suggestionKinds: {
    correction: '你是不是想找',
    recent: '最近搜索',
    term: '搜索',
    tag: '标签',
    creator: '作者',
    delete: '最近搜索',
  },
  delete: '清除搜索记录',
  didYouMean: searches => sentence('你是不是想找：', searches),
  notUnderstood: text => sentence('无法识别为条件，已按关键词搜索：', text),
}
