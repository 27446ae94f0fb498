import { defineTexts } from '../lib/texts.ts'
import { en } from './panel-texts.en.ts'

export type PanelTexts = typeof en

/** Texts of what the shell loads later: the menu, the dialog of all keys, the page of an address where there is none. */
export const usePanelTexts = defineTexts<PanelTexts>(en, {
  ja: () => import('./panel-texts.ja.ts'),
  ko: () => import('./panel-texts.ko.ts'),
  zh: () => import('./panel-texts.zh.ts'),
})
