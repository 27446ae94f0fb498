import { sentence } from '../../lib/texts.ts'
import type { AvatarTexts } from './texts.ts'

const BREAKDOWN_KEYS: Readonly<Record<string, string>> = {
  other: '其他',
  direct: '直接访问',
  desktop: '电脑',
  mobile: '手机',
  tablet: '平板',
  vr: 'VR 头显',
}

export const texts: AvatarTexts = {
  title: (name, author) => `${name} – ${author} · Avatary`,
  back: '返回搜索结果',
  by: author => sentence('作者：', author),
  avatarsHere: count => `共 ${count} 个模型`,
  open: '在 VRChat 中打开',
  copyId: '复制 ID',
  save: '收藏',
  saved: '已收藏',
  like: count => `点赞：${count}`,
  share: '分享',
  performanceOf: rating => `性能：${rating}`,
  doesNotRun: '不支持',
  views: count => sentence(count, ' 次浏览'),
  added: date => sentence('收录于 ', date),
  rank: (place, days) => sentence(`${days} 天排名第 `, place),
  tags: '标签',
  numbers: '数据',
  terms: '搜索词',
  countries: '国家和地区',
  referrers: '来源',
  devices: '设备',
  key: key => BREAKDOWN_KEYS[key] ?? key,
  unknownCountry: '未知地区',
  nothingYet: '暂无数据',
  moreByCreator: name => sentence(name, ' 的其他模型'),
  moreLikeIt: '相似模型',
  gone: '该模型未公开收录',
  goneText: '作者已将其移出列表，或 VRChat 上不再公开。',
  find: '搜索模型',
  numbersAway: '数据正在加载，请稍候。',
}
