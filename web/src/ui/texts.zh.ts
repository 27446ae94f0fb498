import type { RefusalCode } from '../lib/api.ts'
import type { UiTexts } from './texts.ts'

const errors: Partial<Record<RefusalCode, string>> = {
  unreachable: '服务器没有响应。',
  unavailable: '数据库暂时不可用。搜索和浏览不受影响。',
  not_ready: '服务器正在启动。',
  avatar_not_found: '该模型未公开收录。',
}

export const texts: UiTexts = {
  errorTitle: '加载失败',
  errorText: reason => `${reason}你的操作不会丢失。`,
  errorReason: code => errors[code] ?? '服务器返回了错误。',
  errorRequest: id => `请求 ${id}`,
  retry: '重试',
  tooFast: '请求过于频繁',
  tooFastText: seconds => `${seconds} 秒后自动继续。同一网络下的用户共享访问上限。`,
  views: count => `${count} 次浏览`,
  performance: {
    Excellent: '极佳',
    Good: '良好',
    Medium: '中等',
    Poor: '较差',
    'Very Poor': '很差',
  },
  notRated: '未评级',
  sensitive: {
    content_sex: '性内容',
    content_adult: '成人内容',
    content_violence: '暴力内容',
    content_gore: '血腥内容',
    content_horror: '恐怖内容',
  },
  platform: '平台',
  anyPlatform: '全部',
  sort: '排序',
  sorts: {
    relevance: '最相关',
    updated: '最近更新',
    recent: '最新',
    popular: '浏览最多',
    name: '名称',
    oldest: '最早',
  },
  results: '模型',
  tooMany: '还有更多结果。缩小搜索范围即可查看。',
}
