/** Anybody may report, so the number of stored reports is bounded. */
export interface ReportBounds {
  /** Maximum number of open reports of one avatar; further ones are not stored. */
  readonly openOfAvatar: number
  /** Maximum number of reports in all; a new one replaces the oldest closed one, or else the oldest open one. */
  readonly inAll: number
}

export const REPORT_BOUNDS: ReportBounds = { openOfAvatar: 20, inAll: 10_000 }
