import { defineTexts } from '../../lib/texts.ts'
import { en } from './texts.en.ts'

export type InsightsTexts = typeof en

export const useInsightsTexts = defineTexts<InsightsTexts>(en, {
  ja: () => import('./texts.ja.ts'),
  ko: () => import('./texts.ko.ts'),
  zh: () => import('./texts.zh.ts'),
})
