import { defineTexts } from '../../lib/texts.ts'
import { en } from './texts.en.ts'

export type AccountTexts = typeof en

export const useAccountTexts = defineTexts<AccountTexts>(en, {
  ja: () => import('./texts.ja.ts'),
  ko: () => import('./texts.ko.ts'),
  zh: () => import('./texts.zh.ts'),
})
