import { useSyncExternalStore } from 'react'

/** The site's languages by their own names. */
export const LOCALE_NAMES = { en: 'English', ja: '日本語', ko: '한국어', zh: '简体中文' } as const
export type Locale = keyof typeof LOCALE_NAMES

const LOCALES = Object.keys(LOCALE_NAMES) as Locale[]

const listeners = new Set<() => void>()

/** The language of the page. At first it is the one that the server chose, by cookie or else by `Accept-Language`. */
export function currentLocale(): Locale {
  const { lang } = document.documentElement
  return LOCALES.find(locale => lang.startsWith(locale)) ?? 'en'
}

/** The language of the page; the component re-renders when it changes. */
export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, currentLocale)
}

/** Sets the language of the page; `changeLanguage` in texts.ts loads its texts first. */
export function setLocale(locale: Locale): void {
  document.documentElement.lang = locale
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
