export const en = {
  language: 'Language',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  sensitive: 'Show sensitive pictures',
  letterKeys: 'Keyboard shortcuts',
}
