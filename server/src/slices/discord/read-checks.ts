import type { CheckValues } from './checks.ts'
import type { ReadChecks } from './ports.ts'

export interface CheckSources {
  /** Id of the platform account that is verified now; null for none, undefined when that cannot be told. */
  readonly verifiedAccount: (userKey: number) => Promise<string | null | undefined>
  /** Null when it cannot be told. */
  readonly isSupporter: (discordId: string) => Promise<boolean | null>
  /** Of the listed avatars of an author. */
  readonly totalsOf: (authorId: string) => { avatars: number; views: number }
  readonly savedBy: (userKey: number) => Promise<number>
}

/** Reads the checks from where each is known. */
export function checkReader(sources: CheckSources): ReadChecks {
  return async ({ key }, discordId): Promise<CheckValues> => {
    const [account, supporter, saved] = await Promise.all([
      sources.verifiedAccount(key),
      sources.isSupporter(discordId),
      sources.savedBy(key),
    ])
    const totals = typeof account === 'string' ? sources.totalsOf(account) : { avatars: 0, views: 0 }
    const isKnown = account !== undefined
    return {
      verified: isKnown ? account !== null : null,
      supporter,
      listed_avatars: isKnown ? totals.avatars : null,
      total_views: isKnown ? totals.views : null,
      saved_avatars: saved,
    }
  }
}
