import { formatCount, formatIn } from './format.ts'

const percent = formatIn(
  locale => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
)
const rate = formatIn(
  locale =>
    new Intl.NumberFormat(locale, {
      style: 'percent',
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }),
)
const megabytes = formatIn(
  locale => new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumSignificantDigits: 3 }),
)
const gigabytes = formatIn(
  locale => new Intl.NumberFormat(locale, { style: 'unit', unit: 'gigabyte', maximumSignificantDigits: 3 }),
)
const countries = formatIn(locale => new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }))

/** @param value 1 means 100 %. */
export const formatPercent = (value: number): string => percent().format(value)

/**
 * 9.8 %: for shares whose small differences matter.
 * @param value 1 means 100 %.
 */
export const formatRate = (value: number): string => rate().format(value)

/** +12, −3 or 0. */
export const formatChange = (count: number): string =>
  `${count > 0 ? '+' : count < 0 ? '−' : ''}${formatCount(Math.abs(count))}`

/** 12.3 MB or 4.56 GB. */
export const formatBytes = (bytes: number): string =>
  bytes < 1e9 ? megabytes().format(bytes / 1e6) : gigabytes().format(bytes / 1e9)

/** @param code two letters (ISO 3166-1). */
export const formatCountry = (code: string): string => countries().of(code) ?? code
