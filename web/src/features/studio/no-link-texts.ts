import { defineTexts } from '../../lib/texts.ts'
import { en } from './no-link-texts.en.ts'

export type NoLinkTexts = typeof en

/** Texts for people without a verified platform account, which load together with their page. */
export const useNoLinkTexts = defineTexts<NoLinkTexts>(en, {
  ja: () => import('./no-link-texts.ja.ts'),
  ko: () => import('./no-link-texts.ko.ts'),
  zh: () => import('./no-link-texts.zh.ts'),
})
