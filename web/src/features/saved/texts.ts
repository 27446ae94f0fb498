import { defineTexts } from '../../lib/texts.ts'
import { en } from './texts.en.ts'

export type SavedTexts = typeof en

export const useSavedTexts = defineTexts<SavedTexts>(en, {
  ja: () => import('./texts.ja.ts'),
  ko: () => import('./texts.ko.ts'),
  zh: () => import('./texts.zh.ts'),
})
