import { sentence } from '../../lib/texts.ts'
import type { CreatorTexts } from './texts.ts'

export const texts: CreatorTexts = {
  title: name => `${name} 的模型 · Avatary`,
  nameless: '未署名的作者',
  knownAs: names => sentence('曾用名：', names),
  avatars: total => sentence(total, ' 个模型'),
  views: total => sentence(total, ' 次浏览'),
  likes: total => sentence(total, ' 次点赞'),
  profile: '已认证的主页',
  studio: '打开工作室',
  feed: '订阅新模型',
  searchWithin: '搜索该作者的模型',
  clear: '清除',
  matches: total => `${total} 个模型`,
  nothing: '没有匹配的模型',
  nothingText: '换个关键词试试，或选择全部平台。',
  everything: '显示全部',
  gone: '没有收录该作者的模型',
  goneText: '模型已设为私人，或作者已将其移出列表。',
  find: '搜索模型',
}
