import type { Report } from './api.ts'

/** The reports about one avatar. */
export interface Case extends Pick<Report, 'avatarId' | 'authorId' | 'authorName' | 'listed' | 'blocked'> {
  /** Null when the avatar is not in the index. */
  readonly name: string | null
  readonly imageUrl: string
  /** Newest first. */
  readonly reports: readonly Report[]
  /** The number of reports for each reason, the most frequent first. */
  readonly reasons: readonly (readonly [Report['reason'], number])[]
}

/** Groups reports by avatar, ordered by the newest report of each. */
export function casesOf(reports: readonly Report[]): Case[] {
  const byAvatar = Map.groupBy(reports, ({ avatarId }) => avatarId)
  return Array.from(byAvatar.values(), group => ({ ...group[0]!, reports: group, reasons: reasonsOf(group) }))
}

function reasonsOf(reports: readonly Report[]): Case['reasons'] {
  const counts = Array.from(
    Map.groupBy(reports, ({ reason }) => reason),
    ([reason, group]) => [reason, group.length] as const,
  )
  return counts.toSorted((a, b) => b[1] - a[1])
}
