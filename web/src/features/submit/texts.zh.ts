import type { SubmitTexts } from './texts.ts'

function about(seconds: number): string {
  if (seconds < 90) return `约 ${seconds} 秒`
  if (seconds < 5400) return `约 ${Math.round(seconds / 60)} 分钟`
  return `约 ${Math.round(seconds / 3600)} 小时`
}

export const texts: SubmitTexts = {
  title: '提交模型 · Avatary',
  heading: '提交模型',
  lead: '找不到某个公开模型？提交它的 ID 或链接，在 VRChat 上核实后即会收录。私人模型不会被收录。',
  notLookedUp: '本站目前不在 VRChat 上核实模型。提交的模型会一直排队，直到恢复核实。',
  paste: '粘贴 ID、链接或整份日志',
  whereIdsAre: 'ID 可在 vrchat.com 的模型页面网址和 VRChat 的日志文件（output_log）中找到。',
  found: (ids, repeated, known, incomplete) =>
    [
      ids > 0 && `找到 ${ids} 个 ID`,
      ids === 0 && incomplete === null && '文本中没有模型 ID',
      repeated > 0 && `重复 ${repeated} 个`,
      known > 0 && `已在列表中 ${known} 个`,
      incomplete !== null && `“${incomplete}”不是完整的 ID（avtr_ 后应有 36 个字符）`,
    ]
      .filter(Boolean)
      .join(' · '),
  submitNone: '提交',
  submit: count => `提交 ${count} 个`,
  list: '提交的模型',
  removeDecided: '清除已完成',
  progress: ({ waiting, queued, indexed, rejected }) =>
    [
      `已收录 ${indexed} 个`,
      rejected > 0 && `未收录 ${rejected} 个`,
      queued > 0 && `排队中 ${queued} 个`,
      waiting > 0 && `未发送 ${waiting} 个`,
    ]
      .filter(Boolean)
      .join(' · '),
  pauses: {
    limit: waiting => `每分钟最多发送 100 个，还剩 ${waiting} 个。`,
    queue_full: waiting => `队列已满，还剩 ${waiting} 个。`,
    unavailable: waiting => `服务器暂时无法接收，还剩 ${waiting} 个。`,
  },
  goesOn: seconds => `${seconds} 秒后自动继续。`,
  waiting: '未发送',
  queued: (position, etaSeconds) =>
    [position === null ? '排队中' : `排队第 ${position} 位`, etaSeconds !== null && about(etaSeconds)]
      .filter(Boolean)
      .join('，'),
  indexed: '已收录',
  alreadyHere: '之前已收录',
  reasons: {
    not_public: '未公开',
    not_found: 'VRChat 上没有该模型',
    blocked: '已被本站屏蔽',
    not_listed: '应作者要求不予收录',
    invalid_id: '不是模型 ID',
    submission_not_found: '提交记录已丢失，请重新提交',
  },
}
