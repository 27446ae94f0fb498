import { parseCookie } from 'cookie'
import Negotiator from 'negotiator'
import type { RequestContext } from './answer.ts'

/** Languages of the site; the first one is the default. */
export const LOCALES = ['en', 'ja', 'ko', 'zh'] as const
export type Locale = (typeof LOCALES)[number]

/** The languages' own names. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  en: 'English',
  ja: '日本語',
  ko: '한국어',
  zh: '简体中文',
}

const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Language and theme of a page, known on the server before scripts run. */
export interface Appearance {
  readonly locale: Locale
  /** Null follows the system. */
  readonly theme: Theme | null
}

/** The cookie that holds the visitor's preferences. */
const PREFERENCES_COOKIE = 'avatary_ui'

/**
 * Reads the theme from the site's cookie, and the language from the cookie or else `Accept-Language` (RFC 9110
 * §12.5.4).
 */
export function appearanceOf({ headers }: Pick<RequestContext, 'headers'>): Appearance {
  const preferences = new URLSearchParams(parseCookie(headers.cookie ?? '')[PREFERENCES_COOKIE] ?? '')
  const chosenLocale = LOCALES.find(locale => locale === preferences.get('locale'))
  const theme = THEMES.find(each => each === preferences.get('theme')) ?? null
  return { locale: chosenLocale ?? preferredLocale(headers), theme }
}

/** The first language of the header that the site has; of equally preferred ones, the one named first. */
function preferredLocale(headers: RequestContext['headers']): Locale {
  for (const language of new Negotiator({ headers }).languages()) {
    const [primary] = language.toLowerCase().split('-')
    const locale = LOCALES.find(each => each === primary)
    if (locale !== undefined) return locale
  }
  return 'en'
}
