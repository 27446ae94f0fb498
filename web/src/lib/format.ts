import { currentLocale, type Locale } from './locale.ts'

/** Returns a function for the format of the page's language, which is created on first use. */
export function formatIn<Format>(create: (locale: Locale) => Format): () => Format {
  const formats = new Map<Locale, Format>()
  return () => {
    const locale = currentLocale()
    const format = formats.get(locale) ?? create(locale)
    formats.set(locale, format)
    return format
  }
}

const countFormat = formatIn(locale => new Intl.NumberFormat(locale))
const shortFormat = formatIn(
  locale => new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 2 }),
)
/** In ja, ko and zh a list follows a colon, where a word for "and" before its last item would sound bookish. */
const listFormat = formatIn(locale =>
  locale === 'ko'
    ? new Intl.ListFormat('en', { type: 'unit' })
    : new Intl.ListFormat(locale === 'zh' ? 'ja' : locale),
)

/** 83,057 */
export const formatCount = (count: number): string => countFormat().format(count)

/**
 * 83K or 8.3万, where there is no room for the exact number. Numbers below the first unit (1K, 1万) are exact.
 */
export const formatShort = (count: number): string =>
  count < (currentLocale() === 'en' ? 1000 : 10_000) ? formatCount(count) : shortFormat().format(count)

/** The parts of "a, b, and c", so that each item can be rendered as an element. */
export const listParts = (items: readonly string[]) => listFormat().formatToParts(items)
