/**
 * The most reports kept, as anybody may report. Of one avatar, further open reports are dropped; of all, a new
 * report replaces the oldest closed one, else the oldest open one. The client cannot tell.
 */
export const MOST_REPORTS = { openOfAvatar: 20, inAll: 10_000 } as const
export type ReportBounds = { readonly openOfAvatar: number; readonly inAll: number }
