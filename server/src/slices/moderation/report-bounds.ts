/** Anybody may report, so the number of stored reports is bounded. */
export interface ReportBounds {
  /** Open reports of one avatar; further ones are not stored. */
  readonly openOfAvatar: number
  /** Reports of all avatars; a new one replaces the oldest closed one, else the oldest open one. */
  readonly inAll: number
}

export const REPORT_BOUNDS: ReportBounds = { openOfAvatar: 20, inAll: 10_000 }
