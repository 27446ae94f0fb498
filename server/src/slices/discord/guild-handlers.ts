import type { discordRoutes } from '@avatary/contract/routes/discord'
import type { HandlersOf } from '../../handlers.ts'
import { json } from '../../kernel/answer.ts'
import type { ApiUserGuild } from './api-shapes.ts'
import { inviteUrl } from './authorize-url.ts'
import { failureOf } from './failures.ts'
import type { Configuration, Guilds } from './guilds.ts'

export interface GuildHandlerDeps {
  readonly guilds: Guilds
  readonly clientId: string
  readonly authorizeUrl: string
}

export function guildHandlers({ guilds, clientId, authorizeUrl }: GuildHandlerDeps) {
  const configurationAnswer = ({ guild, channels, settings }: Configuration) => {
    const { feed, ...channelSettings } = settings
    return {
      guild: guildAnswer(guild),
      botPresent: channels !== null,
      invite: channels === null ? inviteUrl(authorizeUrl, clientId, guild.id) : null,
      settings: channelSettings,
      feed: { enabled: feed },
      channels: (channels ?? []).map(({ id, name }) => ({ id, name })),
    }
  }

  return {
    listGuilds: async ({ person }) => {
      const outcome = await guilds.list(person.key)
      return outcome.kind === 'ok' ? json({ guilds: outcome.value.map(guildAnswer) }) : failureOf(outcome)
    },

    getGuild: async ({ params, person }) => {
      const outcome = await guilds.configurationOf(person.key, params.id)
      return outcome.kind === 'ok' ? json(configurationAnswer(outcome.value)) : failureOf(outcome)
    },

    updateGuild: async ({ params, body, person }) => {
      const outcome = await guilds.save(person.key, params.id, body)
      return outcome.kind === 'ok' ? json(outcome.value) : failureOf(outcome)
    },

    updateGuildFeed: async ({ params, body, person }) => {
      const outcome = await guilds.saveFeed(person.key, params.id, body.enabled)
      return outcome.kind === 'ok' ? json({ enabled: outcome.value }) : failureOf(outcome)
    },
  } satisfies Partial<HandlersOf<typeof discordRoutes>>
}

function guildAnswer({ id, name, icon = null, owner }: ApiUserGuild) {
  return { id, name, icon, owner }
}
