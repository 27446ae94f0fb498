import { defineTexts } from '../../lib/texts.ts'
import { en } from './texts.en.ts'

export type DiscordTexts = typeof en

export const useDiscordTexts = defineTexts<DiscordTexts>(en, {
  ja: () => import('./texts.ja.ts'),
  ko: () => import('./texts.ko.ts'),
  zh: () => import('./texts.zh.ts'),
})
