import type { PreferenceTexts } from './texts.ts'

export const texts: PreferenceTexts = {
  language: '言語',
  theme: 'テーマ',
  themes: { system: '自動', light: 'ライト', dark: 'ダーク' },
  sensitive: 'センシティブな画像を表示',
  keyboardShortcuts: 'キーボードショートカット',
}
