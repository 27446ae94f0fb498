import type { PreferenceTexts } from './texts.ts'

export const texts: PreferenceTexts = {
  language: '언어',
  theme: '테마',
  themes: { system: '시스템', light: '라이트', dark: '다크' },
  sensitive: '민감한 이미지 표시',
  keyboardShortcuts: '키보드 단축키',
}
