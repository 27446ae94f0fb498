import { defineTexts } from '../lib/texts.ts'
import { en } from './texts.en.ts'

export type ShellTexts = typeof en

export const useShellTexts = defineTexts<ShellTexts>(en, {
  ja: () => import('./texts.ja.ts'),
  ko: () => import('./texts.ko.ts'),
  zh: () => import('./texts.zh.ts'),
})
