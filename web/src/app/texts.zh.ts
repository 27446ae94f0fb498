import type { ShellTexts } from './texts.ts'

export const texts: ShellTexts = {
  skip: '跳到正文',
  search: '搜索',
  insights: '数据',
  docs: 'API',
  offline: '你已离线。看过的内容仍可浏览。',
  notFound: '找不到页面',
  notFoundText: '地址有误，或内容已被删除。可以搜索，或看看最新模型。',
  newest: '最新模型',
}
