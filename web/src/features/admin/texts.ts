import { defineTexts } from '../../lib/texts.ts'
import { en } from './texts.en.ts'

export type AdminTexts = typeof en

export const useAdminTexts = defineTexts<AdminTexts>(en, {
  ja: () => import('./texts.ja.ts'),
  ko: () => import('./texts.ko.ts'),
  zh: () => import('./texts.zh.ts'),
})
