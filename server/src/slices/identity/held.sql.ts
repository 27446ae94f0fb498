import type { Clock } from '../../kernel/clock.ts'
import type { PersonalData } from '../../kernel/personal-data.ts'
import { eraseSessions } from './sessions.sql.ts'
import type { IdentityStore } from './store.ts'
import type { IdentityTables } from './tables.sql.ts'

/** What identity holds about people beyond who they are. */
export function heldByIdentity({
  store,
  clock,
}: {
  store: Pick<IdentityStore, 'email' | 'sessionsOf'>
  clock: Clock
}): PersonalData {
  return {
    read: async ({ key, platformAccount }) => ({
      email: await store.email(key),
      platformAccount,
      sessions: (await store.sessionsOf(key, clock.now())).map(({ device, createdAtMs, seenAtMs }) => ({
        device,
        createdAt: new Date(createdAtMs).toISOString(),
        seenAt: new Date(seenAtMs).toISOString(),
      })),
    }),
    erase: async (tx, userKey) => {
      await eraseSessions(tx.as<IdentityTables>(), userKey)
    },
  }
}
