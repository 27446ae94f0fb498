import { failure, type Handler, json } from '../../kernel/answer.ts'
import { viewOf } from './connection-handlers.ts'

/** What answers while no application of Discord's is configured: nobody is connected, and nobody can be. */
export function unconfiguredHandlers({ now }: { now: () => number }) {
  const notConfigured: Handler<unknown, unknown, unknown, 'upstream_not_configured'> = () =>
    failure('upstream_not_configured', 'Discord is not configured on this server.')
  return {
    discordStatus: () => json(viewOf(null, now())),
    disconnectDiscord: () => json({ ok: true }),
    connectDiscord: notConfigured,
    discordCallback: notConfigured,
    syncDiscord: notConfigured,
    listGuilds: notConfigured,
    getGuild: notConfigured,
    updateGuild: notConfigured,
    updateGuildFeed: notConfigured,
  }
}
