import { formatCount, formatIn } from './format.ts'

const percentFormat = formatIn(locale => new Intl.NumberFormat(locale, { style: 'percent' }))
const rateFormat = formatIn(
  locale => new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1 }),
)
const megabyteFormat = formatIn(
  locale => new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumSignificantDigits: 3 }),
)
const gigabyteFormat = formatIn(
  locale => new Intl.NumberFormat(locale, { style: 'unit', unit: 'gigabyte', maximumSignificantDigits: 3 }),
)
const countryNames = formatIn(locale => new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }))

/** @param share 1 means 100 %. */
export const formatPercent = (share: number): string => percentFormat().format(share)

/**
 * 9.8 %: for shares whose small differences matter.
 * @param share 1 means 100 %.
 */
export const formatRate = (share: number): string => rateFormat().format(share)

/** +12, −3 or 0. */
export const formatChange = (count: number): string =>
  `${count > 0 ? '+' : count < 0 ? '−' : ''}${formatCount(Math.abs(count))}`

/** 12.3 MB or 4.56 GB. */
export const formatBytes = (bytes: number): string =>
  bytes < 1e9 ? megabyteFormat().format(bytes / 1e6) : gigabyteFormat().format(bytes / 1e9)

/** @param code two letters (ISO 3166-1). */
export const formatCountry = (code: string): string => countryNames().of(code) ?? code
