import type { ShellTexts } from './texts.ts'

export const texts: ShellTexts = {
  skip: '跳到正文',
  skipToResults: '跳到结果',
  pages: '页面',
  search: '搜索',
  insights: '数据',
  submit: '提交模型',
  saved: '收藏',
  docs: 'API',
  settings: '设置',
  account: '账号',
  offline: '当前已离线。已加载的内容仍可浏览，联网后可继续使用收藏等功能。',
  newVersion: '网站已更新。',
  reload: '刷新',
  demo: '演示',
  demoText: '内容均为虚构，可用任意人物的身份登录。',
  fillCatalog: '导入方法',
  dismissDemo: '在关闭标签页前隐藏',
}
