import { sentence } from '../../lib/texts.ts'
import type { EmptyTexts } from './empty-texts.ts'

export const texts: EmptyTexts = {
  nothing: q => sentence('没有与“', q, '”匹配的模型'),
  nothingFiltered: '没有符合条件的模型',
  nothingText: '结果需要包含全部关键词。试试减少关键词，或点击下面的建议。',
  nothingTextAlone: '换个关键词试试，或浏览全部模型。',
  unknownId: '没有找到该 ID 对应的模型',
  unknownIdText: '如果它是公开模型，提交后在 VRChat 上核实即会收录。',
  submitId: '提交该模型',
  allPlatforms: '搜索所有平台',
  everyPerformance: '不限性能评级搜索',
  everyTag: '不限标签搜索',
  everything: '浏览全部模型',
  none: '还没有模型',
  noneText: '提交公开模型，核实后即会收录。',
  submit: '提交模型',
}
