import type { ReportTexts } from './report-texts.ts'

export const texts: ReportTexts = {
  title: name => `举报 ${name}`,
  reason: '有什么问题？',
  reasons: {
    stolen: '盗模、未经授权上传',
    explicit: '未标注的成人内容',
    harmful: '炸房等会伤害他人的模型',
    wrong_data: '信息有误',
    other: '其他',
  },
  text: '补充说明（选填）',
  anonymous: '举报是匿名的，管理员不会知道是谁提交的。',
  cancel: '取消',
  send: '提交举报',
  thanks: '谢谢，管理员会尽快处理。',
}
