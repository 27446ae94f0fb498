import { defineTexts } from '../../lib/texts.ts'
import { en } from './texts.en.ts'

export type AvatarTexts = typeof en

export const useAvatarTexts = defineTexts<AvatarTexts>(en, {
  ja: () => import('./texts.ja.ts'),
  ko: () => import('./texts.ko.ts'),
  zh: () => import('./texts.zh.ts'),
})
