import { defineTexts } from '../../lib/texts.ts'
import { en } from './texts.en.ts'

export type CounterTexts = typeof en

export const useCounterTexts = defineTexts<CounterTexts>(en, {
  ja: () => import('./texts.ja.ts'),
  ko: () => import('./texts.ko.ts'),
  zh: () => import('./texts.zh.ts'),
})
