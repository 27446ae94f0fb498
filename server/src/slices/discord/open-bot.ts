import type { discordRoutes } from '@avatary/contract/routes/discord'
import type { APIInteraction } from 'discord-api-types/v10'
import type { HandlersOf } from '../../handlers.ts'
import { json } from '../../kernel/answer.ts'
import { DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import { createBotCatalog } from './bot-catalog.ts'
import { Channels } from './channels.ts'
import { answerOrDefer, type DeferDeps } from './deferred-answers.ts'
import type { OpenDiscordDeps } from './deps.ts'
import type { DiscordApi } from './discord-api.ts'
import { Interactions } from './interactions.ts'
import type { DiscordStore } from './store.sql.ts'

const NOTES =
  'Discord sends signed interactions here by POST. Enter this address as the Interactions Endpoint URL of the ' +
  'application in the developer portal. Opening it in a browser shows this note and validates nothing.'

/**
 * Opens the bot. It also answers interactions if no application is configured, but then sends no requests to Discord.
 */
export function openBot(deps: OpenDiscordDeps, store: DiscordStore, api: DiscordApi | null) {
  const { config, clock, log, sleep } = deps
  const fetchChannel = async (id: string) => {
    if (api === null || !api.hasBot) return null
    const answer = await api.getChannel(id)
    return answer.kind === 'ok' ? answer.value : null
  }
  const channels = new Channels({ fetchChannel, clock })
  const interactions = new Interactions({
    catalog: createBotCatalog(deps),
    publicUrl: config.http.publicUrl,
    settingsOf: id => store.servers.settingsOf(id),
    channelOf: origin => channels.channelOf(origin),
  })
  const defer: DeferDeps = {
    sleep,
    edit: async (token, message) => await api?.editAnswer(token, message),
    followUp: async (token, message) => await api?.followUp(token, message),
    onFailed: err => {
      if (!(err instanceof DatabaseUnavailableError))
        log.error({ event: 'discord-interaction-failed', err }, 'An interaction failed')
    },
  }
  const handlers = {
    // The route has already checked the signature (`signature.ts`).
    botInteraction: async ({ body }) => {
      // The shape is not validated, because Discord has signed it.
      const interaction = body as unknown as APIInteraction
      return json(await answerOrDefer(interaction, interactions.answer(interaction), defer))
    },

    botInteractionNotes: async () => json({ ok: true, notes: NOTES }),
  } satisfies Partial<HandlersOf<typeof discordRoutes>>
  return { handlers, isAgeRestricted: async (id: string) => (await channels.find(id))?.nsfw === true }
}
