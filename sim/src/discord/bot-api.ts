import type { SimAnswer, SimRequest } from '../server/sim-server.ts'
import {
  BAD_BODY,
  credentialsOf,
  jsonOf,
  MISSING_ACCESS,
  ok,
  UNAUTHORIZED,
  UNKNOWN_CHANNEL,
  UNKNOWN_GUILD,
  UNKNOWN_MEMBER,
} from './answers.ts'
import type { SimGuild, Snowflake } from './guilds.ts'

export interface SimMessage {
  readonly channelId: Snowflake
  readonly body: Readonly<Record<string, unknown>>
}

export interface BotApiDeps {
  readonly guilds: ReadonlyMap<Snowflake, SimGuild>
  readonly clientId: string
  readonly botToken: string
  readonly botId: Snowflake
  /** Registered commands, keyed by guild; `global` has those for all guilds. */
  readonly commands: Map<string, unknown>
  readonly metadata: { records: unknown }
  readonly messages: SimMessage[]
}

const MAX_METADATA_RECORDS = 5
const MAX_COMMANDS = 100
const MAX_CONTENT_LENGTH = 2000
const MAX_EMBEDS = 10

/** Answers the routes that take the bot's token. @returns null for other paths. */
export function answerBotApi(request: SimRequest, path: string, deps: BotApiDeps): SimAnswer | null {
  const answer = routeOf(request, path, deps)
  if (answer === null) return null
  const { scheme, value } = credentialsOf(request)
  return scheme === 'Bot' && value === deps.botToken ? answer() : UNAUTHORIZED
}

function routeOf(request: SimRequest, path: string, deps: BotApiDeps): (() => SimAnswer) | null {
  const { method } = request
  if (path === '/users/@me' && method === 'GET')
    return () => ok({ id: deps.botId, username: 'avatary', bot: true })
  const guildMatch = /^\/guilds\/(\d+)(\/channels|\/members\/(\d+))?$/.exec(path)
  if (guildMatch !== null && method === 'GET')
    return () => guildAnswer(guildMatch[1]!, guildMatch[2] ?? '', guildMatch[3], deps)
  const metadata = `/applications/${deps.clientId}/role-connections/metadata`
  if (path === metadata && method === 'GET') return () => ok(deps.metadata.records)
  if (path === metadata && method === 'PUT') return () => putMetadata(request, deps)
  const commands = new RegExp(`^/applications/${deps.clientId}(?:/guilds/(\\d+))?/commands$`).exec(path)
  if (commands !== null && method === 'PUT') return () => putCommands(request, commands[1] ?? 'global', deps)
  const channel = /^\/channels\/(\d+)(\/messages)?$/.exec(path)
  if (channel === null) return null
  const [, id, messages] = channel
  if (messages !== undefined) return method === 'POST' ? () => postMessage(request, id!, deps) : null
  return method === 'GET' ? () => channelAnswer(id!, deps) : null
}

function channelAnswer(id: string, { guilds, botId }: BotApiDeps): SimAnswer {
  for (const { channels, threads = [], members } of guilds.values()) {
    const channel = [...channels, ...threads].find(channel => channel.id === id)
    if (channel === undefined) continue
    return members[botId] === undefined ? MISSING_ACCESS : ok({ permission_overwrites: [], ...channel })
  }
  return UNKNOWN_CHANNEL
}

function guildAnswer(id: string, subPath: string, userId: string | undefined, deps: BotApiDeps): SimAnswer {
  const guild = deps.guilds.get(id)
  if (guild === undefined) return UNKNOWN_GUILD
  if (guild.members[deps.botId] === undefined) return MISSING_ACCESS
  const { channels, threads: _, members, ...guildFields } = guild
  if (subPath === '') return ok(guildFields)
  if (subPath === '/channels') return ok(channels.map(channel => ({ permission_overwrites: [], ...channel })))
  const member = members[userId!]
  return member === undefined ? UNKNOWN_MEMBER : ok({ user: { id: userId }, ...member })
}

function putMetadata(request: SimRequest, deps: BotApiDeps): SimAnswer {
  const records = jsonOf(request)
  if (!Array.isArray(records) || records.length > MAX_METADATA_RECORDS) return BAD_BODY
  deps.metadata.records = records
  return ok(records)
}

function putCommands(request: SimRequest, scope: string, deps: BotApiDeps): SimAnswer {
  const commands = jsonOf(request)
  if (!Array.isArray(commands) || commands.length > MAX_COMMANDS) return BAD_BODY
  deps.commands.set(scope, commands)
  return ok(commands)
}

function postMessage(request: SimRequest, channelId: string, deps: BotApiDeps): SimAnswer {
  const guild = [...deps.guilds.values()].find(({ channels }) => channels.some(({ id }) => id === channelId))
  if (guild === undefined) return UNKNOWN_CHANNEL
  if (guild.members[deps.botId] === undefined) return MISSING_ACCESS
  const body = jsonOf(request) as { content?: string; embeds?: unknown[] } | null
  const isValid =
    body !== null &&
    (body.content ?? '').length <= MAX_CONTENT_LENGTH &&
    (body.embeds ?? []).length <= MAX_EMBEDS &&
    (body.content !== undefined || (body.embeds ?? []).length > 0)
  if (!isValid) return BAD_BODY
  deps.messages.push({ channelId, body })
  return ok({ id: String(deps.messages.length), channel_id: channelId, ...body })
}
