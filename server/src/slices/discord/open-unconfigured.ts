import type { discordRoutes } from '@avatary/contract/routes/discord'
import type { HandlersOf } from '../../handlers.ts'
import { failure, json } from '../../kernel/answer.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import type { Job } from '../../kernel/job.ts'
import { disconnectionAnswer, statusAnswer } from './connection-handlers.ts'
import { discordPersonalData } from './personal-data.sql.ts'
import { PENDING } from './revocations.ts'
import type { DiscordStore } from './store.sql.ts'

/**
 * Without a Discord application, disconnecting is all that works. Its grant is queued for revocation once an
 * application is configured again.
 */
export function openUnconfigured({ db, clock }: { db: Database; clock: Clock }, store: DiscordStore) {
  const disconnect = (personKey: number) => store.revocations.disconnect(personKey, clock.now())
  const notConfigured = async () =>
    failure('upstream_not_configured', 'Discord is not configured on this server.')
  const handlers = {
    discordStatus: async () => json(statusAnswer(null, null, clock.now())),
    disconnectDiscord: async ({ person }) =>
      json(disconnectionAnswer((await disconnect(person.key)) === null ? null : PENDING)),
    connectDiscord: notConfigured,
    discordCallback: notConfigured,
    confirmDiscord: notConfigured,
    syncDiscord: notConfigured,
    listGuilds: notConfigured,
    getGuild: notConfigured,
    updateGuild: notConfigured,
    updateGuildFeed: notConfigured,
  } satisfies Partial<HandlersOf<typeof discordRoutes>>
  const jobs: readonly Job[] = []
  return { handlers, jobs, personalData: discordPersonalData(db, disconnect) }
}
