import { defineTexts } from '../../lib/texts.ts'
import { en } from './texts.en.ts'

export type SubmitTexts = typeof en

export const useSubmitTexts = defineTexts<SubmitTexts>(en, {
  ja: () => import('./texts.ja.ts'),
  ko: () => import('./texts.ko.ts'),
  zh: () => import('./texts.zh.ts'),
})
