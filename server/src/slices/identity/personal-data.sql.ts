import type { Clock } from '../../kernel/clock.ts'
import { isoOf } from '../../kernel/days.ts'
import type { PersonalData } from '../../kernel/personal-data.ts'
import type { KeyStore } from './keys/store.sql.ts'
import { eraseSessions } from './sessions.sql.ts'
import type { IdentityStore } from './store.sql.ts'
import type { AccountDates } from './store.ts'
import type { IdentityTables } from './tables.sql.ts'

/** Exports and erases email address, sessions and personal keys. */
export function identityPersonalData({
  store,
  keys,
  clock,
}: {
  store: Pick<IdentityStore, 'email' | 'accountDates' | 'sessionsOf'>
  keys: Pick<KeyStore, 'listOf'>
  clock: Clock
}): PersonalData {
  return {
    read: async ({ key, platformAccount }) => ({
      email: await store.email(key),
      platformAccount,
      account: accountOf(await store.accountDates(key)),
      sessions: (await store.sessionsOf(key, clock.now())).map(({ device, createdAtMs, seenAtMs }) => ({
        device,
        createdAt: isoOf(createdAtMs),
        seenAt: isoOf(seenAtMs),
      })),
      keys: await keys.listOf(key),
    }),
    erase: async (tx, personKey) => {
      const identityTx = tx.as<IdentityTables>()
      await identityTx.deleteFrom('personal_keys').where('user_key', '=', personKey).execute()
      await eraseSessions(identityTx, personKey)
    },
  }
}

/** The access token of the community site is a secret, so only its expiry is exported. */
function accountOf(accountDates: AccountDates | null) {
  if (accountDates === null) return null
  const { createdAtMs, seenAtMs, checkedAtMs, tokenUntilMs } = accountDates
  return {
    createdAt: isoOf(createdAtMs),
    seenAt: isoOf(seenAtMs),
    profileCheckedAt: isoOf(checkedAtMs),
    communityTokenUntil: tokenUntilMs === null ? null : isoOf(tokenUntilMs),
  }
}
