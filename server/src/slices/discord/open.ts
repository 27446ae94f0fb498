import type { OpenDiscordDeps } from './deps.ts'
import { openBot } from './open-bot.ts'
import { openConnections } from './open-connections.ts'
import { openDiscordApi } from './open-discord-api.ts'
import { openUnconfigured } from './open-unconfigured.ts'
import { signatureProof } from './signature.ts'
import { DiscordStore } from './store.sql.ts'

/** Composes connections, linked roles, server settings, the bot and its feed. */
export function openDiscord(deps: OpenDiscordDeps) {
  const { db, config, clock } = deps
  const store = new DiscordStore({ db })
  const api = openDiscordApi(deps)
  const bot = openBot(deps, store, api)
  const { handlers, ...parts } =
    api === null ? openUnconfigured(deps, store) : openConnections(deps, store, api, bot.isAgeRestricted)
  const proof = signatureProof(config.discord.publicKey, () => clock.now())
  return {
    ...parts,
    handlers: { ...bot.handlers, ...handlers },
    routeOptions: { botInteraction: { proof } },
  }
}
