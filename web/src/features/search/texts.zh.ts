import { sentence } from '../../lib/texts.ts'
import type { SearchTexts } from './texts.ts'

export const texts: SearchTexts = {
  title: q => (q === undefined ? 'Avatary：VRChat 模型搜索' : `${q} · Avatary`),
  holds: (avatars, creators) => `${creators} 位作者的 ${avatars} 个模型`,
  lookFor: terms => sentence('本周热搜：', terms),
  mostViewed: '本周浏览最多',
  all: '全部模型',
  matches: total => sentence(total, ' 个模型'),
  matchesOf: (total, _, q) => sentence('“', q, '”共有 ', total, ' 个结果'),
  tags: '标签',
  removeTag: tag => `移除 ${tag}`,
  author: name => `作者：${name}`,
  nothing: q => `没有与“${q}”匹配的模型`,
  nothingFiltered: '没有符合条件的模型',
  nothingText: '搜索要求所有词都匹配。试试减少词语，或搜索下面的词。',
  nothingTextAlone: '换个词试试，或浏览全部模型。',
  everyPlatform: '搜索所有平台',
  everyTag: '不限标签搜索',
  everything: '全部模型',
}
