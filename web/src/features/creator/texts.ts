import { defineTexts } from '../../lib/texts.ts'
import { en } from './texts.en.ts'

export type CreatorTexts = typeof en

export const useCreatorTexts = defineTexts<CreatorTexts>(en, {
  ja: () => import('./texts.ja.ts'),
  ko: () => import('./texts.ko.ts'),
  zh: () => import('./texts.zh.ts'),
})
