import { failure, type Handler, json } from '../../kernel/answer.ts'
import type { SignedIn } from '../../kernel/person.ts'
import { disconnectionOf, viewOf } from './connection-handlers.ts'
import { ALL_PENDING } from './departures.ts'

export interface UnconfiguredDeps {
  readonly now: () => number
  /** Notes that a grant of former times is to be given back, once Discord is configured again; null for none. */
  readonly leave: (personKey: number) => Promise<number | null>
}

/** What answers while no application of Discord's is configured: nobody can be connected, but anybody leaves. */
export function unconfiguredHandlers({ now, leave }: UnconfiguredDeps) {
  const notConfigured: Handler<unknown, unknown, unknown, 'upstream_not_configured'> = () =>
    failure('upstream_not_configured', 'Discord is not configured on this server.')
  const disconnectDiscord: Handler<unknown, unknown, unknown, never, SignedIn> = async ({ person }) => {
    return json(disconnectionOf((await leave(person.key)) === null ? null : ALL_PENDING))
  }
  return {
    discordStatus: () => json(viewOf(null, null, now())),
    disconnectDiscord,
    connectDiscord: notConfigured,
    discordCallback: notConfigured,
    confirmDiscord: notConfigured,
    syncDiscord: notConfigured,
    listGuilds: notConfigured,
    getGuild: notConfigured,
    updateGuild: notConfigured,
    updateGuildFeed: notConfigured,
  }
}
