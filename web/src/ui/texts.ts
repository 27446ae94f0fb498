import { defineTexts } from '../lib/texts.ts'
import { en } from './texts.en.ts'

export type UiTexts = typeof en

export const useUiTexts = defineTexts<UiTexts>(en, {
  ja: () => import('./texts.ja.ts'),
  ko: () => import('./texts.ko.ts'),
  zh: () => import('./texts.zh.ts'),
})
