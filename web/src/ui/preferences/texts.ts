import { defineTexts } from '../../lib/texts.ts'
import { en } from './texts.en.ts'

export type PreferenceTexts = typeof en

export const usePreferenceTexts = defineTexts<PreferenceTexts>(en, {
  ja: () => import('./texts.ja.ts'),
  ko: () => import('./texts.ko.ts'),
  zh: () => import('./texts.zh.ts'),
})
