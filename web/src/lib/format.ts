import { currentLocale, type Locale } from './locale.ts'

/** Gives a format of the page's language, which is made when it is first asked for. */
export function formatIn<Format>(make: (locale: Locale) => Format): () => Format {
  const made = new Map<Locale, Format>()
  return () => {
    const locale = currentLocale()
    const format = made.get(locale) ?? make(locale)
    made.set(locale, format)
    return format
  }
}

const whole = formatIn(locale => new Intl.NumberFormat(locale))
const short = formatIn(
  locale => new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 2 }),
)
/** A list follows a colon in ja, ko and zh, where a word for "and" before its last item would be bookish. */
const list = formatIn(locale =>
  locale === 'ko'
    ? new Intl.ListFormat('en', { type: 'unit' })
    : new Intl.ListFormat(locale === 'zh' ? 'ja' : locale),
)

/** 83,057 */
export const formatCount = (count: number): string => whole().format(count)

/** 83K or 8.3万, for places where the exact number does not fit; exact below the first unit that people count in. */
export const formatShort = (count: number): string =>
  count < (currentLocale() === 'en' ? 1000 : 10_000) ? formatCount(count) : short().format(count)

/** The parts of "a, b, and c", so that each item can be an element. */
export const listParts = (items: readonly string[]) => list().formatToParts(items)
