import type { PreferenceTexts } from './texts.ts'

export const texts: PreferenceTexts = {
  language: '语言',
  theme: '主题',
  themes: { system: '跟随系统', light: '浅色', dark: '深色' },
  sensitive: '显示敏感图片',
  keyboardShortcuts: '键盘快捷键',
}
