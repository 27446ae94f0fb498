import type { Checked, Known } from './checks.ts'
import type { ReadChecks } from './ports.ts'

export interface CheckSources {
  /** Id of the platform account that is verified, null for none, and when that was said; null when it cannot be told. */
  readonly verifiedAccount: (userKey: number) => Promise<{ id: string | null; atMs: number } | null>
  /** Whether an account is that of an active member, and when that was said; null when it cannot be told. */
  readonly membership: (discordId: string) => Promise<{ isMember: boolean; atMs: number } | null>
  /** Of the listed avatars of an author. */
  readonly totalsOf: (authorId: string) => Promise<{ avatars: number; views: number }>
  readonly savedBy: (userKey: number) => Promise<number>
  readonly now: () => number
}

/** Reads the checks from where each is known, with the moment at which its source answered. */
export function checkReader(sources: CheckSources): ReadChecks {
  return async ({ key }, discordId): Promise<Checked> => {
    const [account, membership, saved] = await Promise.all([
      sources.verifiedAccount(key),
      sources.membership(discordId),
      sources.savedBy(key),
    ])
    const counted = await countedFor(account, sources)
    return {
      verified: account && { value: account.id !== null, atMs: account.atMs },
      supporter: membership && { value: membership.isMember, atMs: membership.atMs },
      listed_avatars: counted && { value: counted.avatars, atMs: counted.atMs },
      total_views: counted && { value: counted.views, atMs: counted.atMs },
      saved_avatars: { value: saved, atMs: sources.now() } satisfies Known,
    }
  }
}

/** Counts rest on whose the account is, so they are as old as that answer; nobody's are none at any time. */
async function countedFor(
  account: { id: string | null; atMs: number } | null,
  { totalsOf, now }: CheckSources,
): Promise<{ avatars: number; views: number; atMs: number } | null> {
  if (account === null) return null
  const { id, atMs } = account
  return id === null ? { avatars: 0, views: 0, atMs: now() } : { ...(await totalsOf(id)), atMs }
}
