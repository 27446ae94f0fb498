import { defineTexts } from '../../lib/texts.ts'
import { en } from './texts.en.ts'

export type WorldsTexts = typeof en

export const useWorldsTexts = defineTexts<WorldsTexts>(en, {
  ja: () => import('./texts.ja.ts'),
  ko: () => import('./texts.ko.ts'),
  zh: () => import('./texts.zh.ts'),
})
