import type { CheckResult, CheckResults } from './checks.ts'
import type { ReadChecks } from './ports.ts'

export interface CheckSources {
  /** The id is null when no platform account is verified. Null when the source does not answer. */
  readonly verifiedAccount: (userKey: number) => Promise<{ id: string | null; atMs: number } | null>
  /** Null when the source does not answer. */
  readonly membership: (discordId: string) => Promise<{ isMember: boolean; atMs: number } | null>
  /** Counts listed avatars only. */
  readonly totalsOf: (authorId: string) => Promise<{ avatars: number; views: number }>
  readonly savedBy: (userKey: number) => Promise<number>
  readonly now: () => number
}

/** Reads each check from its source, with the time at which that answered. */
export function checkReader(sources: CheckSources): ReadChecks {
  return async ({ key }, discordId): Promise<CheckResults> => {
    const [account, membership, saved] = await Promise.all([
      sources.verifiedAccount(key),
      sources.membership(discordId),
      sources.savedBy(key),
    ])
    const counts = await countsFor(account, sources)
    return {
      verified: account && { value: account.id !== null, atMs: account.atMs },
      supporter: membership && { value: membership.isMember, atMs: membership.atMs },
      listed_avatars: counts && { value: counts.avatars, atMs: counts.atMs },
      total_views: counts && { value: counts.views, atMs: counts.atMs },
      saved_avatars: { value: saved, atMs: sources.now() } satisfies CheckResult,
    }
  }
}

/** Counts depend on which account is verified, so they are as old as that answer. */
async function countsFor(
  account: { id: string | null; atMs: number } | null,
  { totalsOf, now }: CheckSources,
): Promise<{ avatars: number; views: number; atMs: number } | null> {
  if (account === null) return null
  const { id, atMs } = account
  return id === null ? { avatars: 0, views: 0, atMs: now() } : { ...(await totalsOf(id)), atMs }
}
