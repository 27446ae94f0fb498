/** A row of `/api/leaderboard`. */
export interface LeaderboardRow {
  readonly rank: number
  readonly username: string
  readonly balance: number
  /** URL of a picture. */
  readonly avatar: string | null
}

const NAMES = ['momo', 'kitsune', 'aurora', 'creator', 'zephyr', 'nyx', 'pixel', 'sora', 'ember', 'luna']

/** The demo's leaderboard. */
export const LEADERBOARD: readonly LeaderboardRow[] = NAMES.map((username, index) => ({
  rank: index + 1,
  username,
  balance: Math.round(12_500 / (index + 1)),
  avatar: null,
}))
