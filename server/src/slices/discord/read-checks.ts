import type { ListedAvatars } from '../../avatars/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Person } from '../../kernel/person.ts'
import type { FreshProfile, Profiles } from '../identity/index.ts'
import type { CheckResults } from './checks.ts'

/** A person with a Discord account, about whom the checks are made. */
export type CheckedPerson = Pick<Person, 'key' | 'username' | 'platformAccount'>

/** Reads the results of all checks; null for a source that does not answer. */
export type ReadChecks = (person: CheckedPerson, discordId: string) => Promise<CheckResults>

export interface CheckSources {
  readonly profiles: Pick<Profiles, 'freshProfile'>
  /** Resolves to null when the source does not answer. */
  readonly isSupporter: (discordId: string) => Promise<{ value: boolean; atMs: number } | null>
  readonly listedAvatars: ListedAvatars
  readonly usage: { countsOf(personKey: number): Promise<{ saved: number }> }
  readonly clock: Clock
}

/** Reads each check from its source, with the time of that answer. */
export function createReadChecks(sources: CheckSources): ReadChecks {
  const { profiles, isSupporter, listedAvatars, usage, clock } = sources
  return async ({ key }, discordId) => {
    const [profile, supporter, { saved }] = await Promise.all([
      profiles.freshProfile(key),
      isSupporter(discordId),
      usage.countsOf(key),
    ])
    const account = verifiedAccountOf(profile)
    const id = account?.id ?? null
    const totals = id === null ? { avatars: 0, views: 0 } : await listedAvatars.totalsOf(id)
    // Counts depend on the verified account, so they are only as recent as that answer.
    const atMs = account === null || id === null ? clock.now() : account.atMs
    return {
      verified: account && { value: id !== null, atMs: account.atMs },
      supporter,
      listed_avatars: account && { value: totals.avatars, atMs },
      total_views: account && { value: totals.views, atMs },
      saved_avatars: { value: saved, atMs: clock.now() },
    }
  }
}

/** Null when the community site does not answer; the id is null when no platform account is verified. */
function verifiedAccountOf(profile: FreshProfile): { id: string | null; atMs: number } | null {
  switch (profile.kind) {
    case 'fresh':
      return { id: profile.person.platformAccount?.id ?? null, atMs: profile.checkedAtMs }
    case 'unconfirmed':
      return { id: null, atMs: profile.checkedAtMs }
    default:
      return null
  }
}
