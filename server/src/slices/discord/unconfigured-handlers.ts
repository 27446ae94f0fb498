import type { discordRoutes } from '@avatary/contract/routes/discord'
import type { HandlersOf } from '../../handlers.ts'
import { failure, json } from '../../kernel/answer.ts'
import { disconnectionOf, viewOf } from './connection-handlers.ts'
import { PENDING } from './revocations.ts'

export interface UnconfiguredDeps {
  readonly now: () => number
  /** Queues a grant for revocation once Discord is configured again; null when nothing was connected. */
  readonly disconnect: (personKey: number) => Promise<number | null>
}

/** Handlers while no Discord application is configured: disconnecting is all that works. */
export function unconfiguredHandlers({ now, disconnect }: UnconfiguredDeps) {
  const notConfigured = async () =>
    failure('upstream_not_configured', 'Discord is not configured on this server.')
  return {
    discordStatus: async () => json(viewOf(null, null, now())),
    disconnectDiscord: async ({ person }) =>
      json(disconnectionOf((await disconnect(person.key)) === null ? null : PENDING)),
    connectDiscord: notConfigured,
    discordCallback: notConfigured,
    confirmDiscord: notConfigured,
    syncDiscord: notConfigured,
    listGuilds: notConfigured,
    getGuild: notConfigured,
    updateGuild: notConfigured,
    updateGuildFeed: notConfigured,
  } satisfies Partial<HandlersOf<typeof discordRoutes>>
}
