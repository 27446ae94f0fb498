const LOCALES = ['en', 'ja', 'ko', 'zh'] as const
export type Locale = (typeof LOCALES)[number]

/** The language that the server chose for this page: by cookie, then by `Accept-Language`. */
export function currentLocale(): Locale {
  const { lang } = document.documentElement
  return LOCALES.find(locale => lang.startsWith(locale)) ?? 'en'
}
