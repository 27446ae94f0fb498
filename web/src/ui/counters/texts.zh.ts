import type { CounterTexts } from './texts.ts'

export const texts: CounterTexts = {
  choose: '图表显示的指标',
  window: '时间范围',
  days: count => `${count} 天`,
  counters: {
    views: '浏览',
    impressions: '列表展示',
    outbound: '在 VRChat 中打开',
    wears: '世界内使用',
    likes: '点赞',
    favorites: '收藏',
  },
  trend: percent => `与上一时段相比 ${percent}`,
  chart: (counter, days) => `${counter}（最近 ${days} 天，按日）`,
  date: '日期',
  asTable: '以表格查看',
  csv: 'CSV',
  csvOfDays: '每日数据 CSV',
  nothingYet: '暂无数据',
  avatar: '模型',
  previous: '上一页',
  next: '下一页',
  range: (first, last, total) => `第 ${first}–${last} 个，共 ${total} 个`,
  sparkline: counts => `最近 14 天的浏览量：${counts}`,
}
