import { useLocale } from '../../lib/locale.ts'

const TEXTS = {
  en: { label: 'Search avatars', hint: 'fox, 桔梗, a creator, avtr_…', clear: 'Clear' },
  ja: { label: 'アバターを検索', hint: 'fox、桔梗、作者名、avtr_…', clear: 'クリア' },
  ko: { label: '아바타 검색', hint: 'fox, 桔梗, 제작자, avtr_…', clear: '지우기' },
  zh: { label: '搜索模型', hint: 'fox、桔梗、作者、avtr_…', clear: '清除' },
}

/** The texts of the search field, which is rendered before any other text is loaded. */
export function useFieldTexts() {
  return TEXTS[useLocale()]
}
