export const en = {
  language: 'Language',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  sensitive: 'Show sensitive pictures',
  keyboardShortcuts: 'Keyboard shortcuts',
}
