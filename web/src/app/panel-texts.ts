import { defineTexts } from '../lib/texts.ts'
import { en } from './panel-texts.en.ts'

export type PanelTexts = typeof en

/**
 * Texts of parts of the shell that load later: the menu, the list of keyboard shortcuts, and the page for unknown
 * addresses.
 */
export const usePanelTexts = defineTexts<PanelTexts>(en, {
  ja: () => import('./panel-texts.ja.ts'),
  ko: () => import('./panel-texts.ko.ts'),
  zh: () => import('./panel-texts.zh.ts'),
})
