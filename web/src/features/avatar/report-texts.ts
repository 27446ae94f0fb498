import type { Input } from '../../lib/api.ts'
import { defineTexts } from '../../lib/texts.ts'

type Reason = Input<'POST /avatars/{id}/report'>['body']['reason']

const en = {
  title: (name: string) => `Report ${name}`,
  reason: 'What is wrong?',
  reasons: {
    stolen: 'It is a stolen avatar',
    explicit: 'It shows explicit content without saying so',
    harmful: 'It crashes or harms others',
    wrong_data: 'The facts here are wrong',
    other: 'Something else',
  } satisfies Record<Reason, string>,
  text: 'Anything that helps (optional)',
  anonymous: 'The report is anonymous: the operator does not learn who sent it.',
  cancel: 'Cancel',
  send: 'Send report',
  thanks: 'Thank you. The operator will look at it.',
}

export type ReportTexts = typeof en

export const useReportTexts = defineTexts<ReportTexts>(en, {
  ja: () => import('./report-texts.ja.ts'),
  ko: () => import('./report-texts.ko.ts'),
  zh: () => import('./report-texts.zh.ts'),
})
