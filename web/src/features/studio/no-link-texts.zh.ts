import type { NoLinkTexts } from './no-link-texts.ts'

export const texts: NoLinkTexts = {
  noLink: '还无法确认哪些模型是你的',
  noLinkText: '你的社区资料中没有已认证的 VRChat 账号。认证之后，你的模型就会出现在这里。',
  steps: ['在社区网站打开你的个人资料。', '关联你的 VRChat 账号并完成认证。', '回到本页面。'],
  openProfile: '打开个人资料',
  checkAgain: '重新检查',
  signInAgain: '重新登录',
  wait: '新的关联会在 10 分钟内生效，重新登录则立即生效。本站绝不会索要你的 VRChat 密码。',
}
