import { defineTexts } from '../lib/texts.ts'
import { en } from './panel-texts.en.ts'

export type PanelTexts = typeof en

/** Texts of parts of the shell that load later: the menu, the shortcuts, help on the demo, and the page "not found". */
export const usePanelTexts = defineTexts<PanelTexts>(en, {
  ja: () => import('./panel-texts.ja.ts'),
  ko: () => import('./panel-texts.ko.ts'),
  zh: () => import('./panel-texts.zh.ts'),
})
