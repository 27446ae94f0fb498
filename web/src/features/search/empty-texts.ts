import { defineTexts } from '../../lib/texts.ts'
import { en } from './empty-texts.en.ts'

export type EmptyTexts = typeof en

/** Texts of the empty state, which load together with it. */
export const useEmptyTexts = defineTexts<EmptyTexts>(en, {
  ja: () => import('./empty-texts.ja.ts'),
  ko: () => import('./empty-texts.ko.ts'),
  zh: () => import('./empty-texts.zh.ts'),
})
