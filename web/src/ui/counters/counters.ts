/** The counters of an avatar, as the interface names them. */
export const COUNTERS = ['views', 'impressions', 'outbound', 'wears', 'likes', 'favorites'] as const
export type Counter = (typeof COUNTERS)[number]

/** The rates of an avatar, in the order of the columns of CSV files. */
export const RATES = ['ctr', 'clickThrough', 'likeRate', 'saveRate'] as const

/** Lengths in days of the windows over which numbers are counted. */
export const WINDOWS = ['7', '30', '90'] as const
export type WindowDays = (typeof WINDOWS)[number]
