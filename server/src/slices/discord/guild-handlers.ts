import type { ErrorCode } from '@avatary/contract/errors'
import type { BodyOf, ParamsOf } from '@avatary/contract/route'
import type { discordRoutes } from '@avatary/contract/routes/discord'
import { type Handler, json } from '../../kernel/answer.ts'
import type { SignedIn } from '../../kernel/person.ts'
import type { ApiUserGuild } from './api-shapes.ts'
import { inviteUrl } from './authorize-url.ts'
import type { Configuration, Guilds } from './guilds.ts'
import { refusalOf } from './obstacles.ts'

type Routes = typeof discordRoutes
type HandlerOf<Id extends keyof Routes> = Handler<
  unknown,
  ParamsOf<Routes[Id]>,
  BodyOf<Routes[Id]>,
  ErrorCode,
  SignedIn
>

export interface GuildHandlerDeps {
  readonly guilds: Guilds
  readonly clientId: string
  readonly authorizeUrl: string
}

/** What answers the routes about servers. */
export function guildHandlers({ guilds, clientId, authorizeUrl }: GuildHandlerDeps) {
  const listGuilds: HandlerOf<'listGuilds'> = async ({ person }) => {
    const found = await guilds.list(person.key)
    return found.kind === 'ok' ? json({ guilds: found.value.map(viewOf) }) : refusalOf(found)
  }

  const getGuild: HandlerOf<'getGuild'> = async ({ params, person }) => {
    const found = await guilds.configurationOf(person.key, params.id)
    return found.kind === 'ok' ? json(configurationView(found.value)) : refusalOf(found)
  }

  const updateGuild: HandlerOf<'updateGuild'> = async ({ params, body, person }) => {
    const saved = await guilds.save(person.key, params.id, body)
    return saved.kind === 'ok' ? json(saved.value) : refusalOf(saved)
  }

  const updateGuildFeed: HandlerOf<'updateGuildFeed'> = async ({ params, body, person }) => {
    const saved = await guilds.saveFeed(person.key, params.id, body.enabled)
    return saved.kind === 'ok' ? json({ enabled: saved.value }) : refusalOf(saved)
  }

  const configurationView = ({ guild, channels, settings }: Configuration) => {
    const { feed, ...rest } = settings
    return {
      guild: viewOf(guild),
      botPresent: channels !== null,
      invite: channels === null ? inviteUrl(authorizeUrl, clientId, guild.id) : null,
      settings: rest,
      feed: { enabled: feed },
      channels: (channels ?? []).map(({ id, name }) => ({ id, name })),
    }
  }

  return { listGuilds, getGuild, updateGuild, updateGuildFeed }
}

function viewOf({ id, name, icon = null, owner }: ApiUserGuild) {
  return { id, name, icon, owner }
}
