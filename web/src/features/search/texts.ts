import { defineTexts } from '../../lib/texts.ts'
import { en } from './texts.en.ts'

export type SearchTexts = typeof en

export const useSearchTexts = defineTexts<SearchTexts>(en, {
  ja: () => import('./texts.ja.ts'),
  ko: () => import('./texts.ko.ts'),
  zh: () => import('./texts.zh.ts'),
})
