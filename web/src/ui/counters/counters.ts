/** The counters of an avatar, as the interface names them. */
export const COUNTERS = ['views', 'impressions', 'outbound', 'wears', 'likes', 'favorites'] as const
export type Counter = (typeof COUNTERS)[number]
