import type { Job } from '../../kernel/job.ts'
import { type OpenDiscordApiDeps, openDiscordApi } from './open-api.ts'
import { type OpenBotDeps, openBot } from './open-bot.ts'
import { type OpenConnectionsDeps, openConnections } from './open-connections.ts'
import { discordPersonalData } from './personal-data.sql.ts'
import { signatureProof } from './signature.ts'
import { DiscordStore } from './store.sql.ts'
import { unconfiguredHandlers } from './unconfigured-handlers.ts'

type OpenDiscordDeps = OpenDiscordApiDeps &
  OpenBotDeps &
  OpenConnectionsDeps & { config: { readonly discord: { readonly publicKey: string | null } } }

/** Composes connections, linked roles, server settings, the bot and its feed. */
export function openDiscord(deps: OpenDiscordDeps) {
  const { db, config, clock } = deps
  const store = new DiscordStore({ db })
  const api = openDiscordApi(deps)
  const bot = openBot(deps, store, api)
  const { handlers, ...rest } =
    api === null ? openUnconfigured(deps, store) : openConnections(deps, store, api, bot.isAgeRestricted)
  const proof = signatureProof(config.discord.publicKey, () => clock.now())
  return {
    ...rest,
    handlers: { ...bot.handlers, ...handlers },
    routeOptions: { botInteraction: { proof } },
  }
}

function openUnconfigured({ db, clock }: Pick<OpenDiscordDeps, 'db' | 'clock'>, store: DiscordStore) {
  const now = () => clock.now()
  const disconnect = (personKey: number) => store.revocations.disconnect(personKey, now())
  const jobs: readonly Job[] = []
  return {
    handlers: unconfiguredHandlers({ now, disconnect }),
    jobs,
    personalData: discordPersonalData({ db, disconnect }),
  }
}
