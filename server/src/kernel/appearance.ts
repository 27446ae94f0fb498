import { parseCookie } from 'cookie'
import Negotiator from 'negotiator'
import type { RequestContext } from './answer.ts'

/** Languages of the site, the one for everybody else first. */
export const LOCALES = ['en', 'ja', 'ko', 'zh'] as const
export type Locale = (typeof LOCALES)[number]

/** Languages by their own names. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  en: 'English',
  ja: '日本語',
  ko: '한국어',
  zh: '简体中文',
}

const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Language and theme of a page, known before any script runs. */
export interface Appearance {
  readonly locale: Locale
  /** Null to follow the system. */
  readonly theme: Theme | null
}

/** The cookie in which the site keeps the preferences of a browser. */
const PREFERENCES = 'avatary_ui'

/** Reads language and theme: by the cookie of the site, the language else by `Accept-Language` (RFC 9110 §12.5.4). */
export function appearanceOf({ headers }: Pick<RequestContext, 'headers'>): Appearance {
  const preferences = new URLSearchParams(parseCookie(headers.cookie ?? '')[PREFERENCES] ?? '')
  const chosen = LOCALES.find(locale => locale === preferences.get('locale'))
  const theme = THEMES.find(each => each === preferences.get('theme')) ?? null
  return { locale: chosen ?? preferredLocale(headers), theme }
}

function preferredLocale(headers: RequestContext['headers']): Locale {
  const [language] = new Negotiator({ headers }).languages([...LOCALES])
  return LOCALES.find(locale => locale === language) ?? 'en'
}
