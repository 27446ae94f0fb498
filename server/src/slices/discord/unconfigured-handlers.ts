import type { discordRoutes } from '@avatary/contract/routes/discord'
import type { HandlersOf } from '../../handlers.ts'
import { failure, json } from '../../kernel/answer.ts'
import { disconnectionOf, viewOf } from './connection-handlers.ts'
import { ALL_PENDING } from './revocations.ts'

export interface UnconfiguredDeps {
  readonly now: () => number
  /** Notes that a grant of former times is to be given back, once Discord is configured again; null for none. */
  readonly disconnect: (personKey: number) => Promise<number | null>
}

/** What answers while no application of Discord's is configured: nobody can be connected, but anybody leaves. */
export function unconfiguredHandlers({ now, disconnect }: UnconfiguredDeps) {
  const notConfigured = async () =>
    failure('upstream_not_configured', 'Discord is not configured on this server.')
  return {
    discordStatus: async () => json(viewOf(null, null, now())),
    disconnectDiscord: async ({ person }) =>
      json(disconnectionOf((await disconnect(person.key)) === null ? null : ALL_PENDING)),
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
