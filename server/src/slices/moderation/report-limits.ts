/**
 * How many reports are kept. Anybody may report, so what is stored is bounded twice: of one avatar, the first open
 * ones are enough to look at it and further ones are dropped; of all, the oldest closed report makes room for a new
 * one, and when none is closed the oldest open one. Whoever reports cannot tell.
 */
export const MOST_REPORTS = { openOfAvatar: 20, inAll: 10_000 } as const
export type ReportBounds = { readonly openOfAvatar: number; readonly inAll: number }
