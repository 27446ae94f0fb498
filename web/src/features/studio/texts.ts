import { defineTexts } from '../../lib/texts.ts'
import { en } from './texts.en.ts'

export type StudioTexts = typeof en

export const useStudioTexts = defineTexts<StudioTexts>(en, {
  ja: () => import('./texts.ja.ts'),
  ko: () => import('./texts.ko.ts'),
  zh: () => import('./texts.zh.ts'),
})
