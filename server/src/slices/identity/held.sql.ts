import type { Clock } from '../../kernel/clock.ts'
import type { PersonalData } from '../../kernel/personal-data.ts'
import { eraseSessions } from './sessions.sql.ts'
import type { IdentityStore } from './store.sql.ts'
import type { Moments } from './store.ts'
import type { IdentityTables } from './tables.sql.ts'

/** What identity holds about people beyond who they are. */
export function heldByIdentity({
  store,
  clock,
}: {
  store: Pick<IdentityStore, 'email' | 'moments' | 'sessionsOf'>
  clock: Clock
}): PersonalData {
  return {
    read: async ({ key, platformAccount }) => ({
      email: await store.email(key),
      platformAccount,
      account: accountOf(await store.moments(key)),
      sessions: (await store.sessionsOf(key, clock.now())).map(({ device, createdAtMs, seenAtMs }) => ({
        device,
        createdAt: toIso(createdAtMs),
        seenAt: toIso(seenAtMs),
      })),
    }),
    erase: async (tx, userKey) => {
      await eraseSessions(tx.as<IdentityTables>(), userKey)
    },
  }
}

/** Of the access token at the community site, only that there is one. */
function accountOf(moments: Moments | null) {
  if (moments === null) return null
  const { createdAtMs, seenAtMs, checkedAtMs, tokenUntilMs } = moments
  return {
    createdAt: toIso(createdAtMs),
    seenAt: toIso(seenAtMs),
    profileCheckedAt: toIso(checkedAtMs),
    communityTokenUntil: tokenUntilMs === null ? null : toIso(tokenUntilMs),
  }
}

function toIso(ms: number): string {
  return new Date(ms).toISOString()
}
