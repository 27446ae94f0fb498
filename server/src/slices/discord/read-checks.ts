import type { ListedAvatars } from '../../avatars/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Person } from '../../kernel/person.ts'
import type { Profiles } from '../identity/index.ts'
import type { CheckResults } from './checks.ts'

/** The person to whom a Discord account is connected. */
export type Owner = Pick<Person, 'key' | 'username' | 'platformAccount'>

/** Reads the results of all checks; null for a source that does not answer. */
export type ReadChecks = (person: Owner, discordId: string) => Promise<CheckResults>

export interface CheckSources {
  readonly profiles: Pick<Profiles, 'fresh'>
  /** Resolves to null when the source does not answer. */
  readonly isSupporter: (discordId: string) => Promise<{ value: boolean; atMs: number } | null>
  readonly listedAvatars: Pick<ListedAvatars, 'totalsOf'>
  readonly usage: { of(personKey: number): Promise<{ saved: number }> }
  readonly clock: Clock
}

/** Reads each check from its source, with the time of that answer. */
export function checkReader(sources: CheckSources): ReadChecks {
  return async ({ key }, discordId): Promise<CheckResults> => {
    const [account, supporter, { saved }] = await Promise.all([
      verifiedAccount(sources, key),
      sources.isSupporter(discordId),
      sources.usage.of(key),
    ])
    const counts = await countsFor(account, sources)
    return {
      verified: account && { value: account.id !== null, atMs: account.atMs },
      supporter,
      listed_avatars: counts && { value: counts.avatars, atMs: counts.atMs },
      total_views: counts && { value: counts.views, atMs: counts.atMs },
      saved_avatars: { value: saved, atMs: sources.clock.now() },
    }
  }
}

/** Resolves to null when the source does not answer; the id is null when no platform account is verified. */
async function verifiedAccount({ profiles }: CheckSources, personKey: number) {
  const profile = await profiles.fresh(personKey)
  if (profile.kind === 'unconfirmed') return { id: null, atMs: profile.checkedAtMs }
  if (profile.kind !== 'fresh') return null
  return { id: profile.person.platformAccount?.id ?? null, atMs: profile.checkedAtMs }
}

/** Counts depend on the verified account, so they are only as recent as that answer. */
async function countsFor(
  account: { id: string | null; atMs: number } | null,
  { listedAvatars: listed, clock }: CheckSources,
): Promise<{ avatars: number; views: number; atMs: number } | null> {
  if (account === null) return null
  const { id, atMs } = account
  return id === null ? { avatars: 0, views: 0, atMs: clock.now() } : { ...(await listed.totalsOf(id)), atMs }
}
