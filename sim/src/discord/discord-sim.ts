import {
  type SimAnswer,
  type SimOptions,
  type SimRequest,
  type SimServer,
  startSimServer,
} from '../server/sim-server.ts'
import { Tokens } from '../server/tokens.ts'
import { BAD_BODY, BAD_USER_AGENT, discordError, jsonOf, ok, rateLimitError } from './answers.ts'
import { answerBotApi, type SimMessage } from './bot-api.ts'
import type { SimGuild, SimUser, Snowflake } from './guilds.ts'
import { authorize, exchangeToken, revokeToken } from './oauth.ts'
import { InteractionKey, type Signing, signedHeaders } from './signing.ts'
import { answerUserApi } from './user-api.ts'

export interface DiscordSim extends SimServer {
  /** Configuration of the client. */
  readonly apiUrl: string
  readonly authorizeUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly botToken: string
  /** 64 hexadecimal digits. */
  readonly publicKey: string
  readonly tokens: Tokens
  /** Keyed by user. */
  readonly roleConnections: ReadonlyMap<Snowflake, unknown>
  readonly messages: readonly SimMessage[]
  /** Keyed by guild; `global` has those for all guilds. */
  readonly commands: ReadonlyMap<string, unknown>
  readonly metadata: { readonly records: unknown }
  /** Later answers to interactions, keyed by the interaction's token. */
  readonly followUps: ReadonlyMap<string, readonly unknown[]>
  putUser(user: SimUser): void
  /** Adds or replaces a server. */
  putGuild(guild: SimGuild): void
  /** Answers the next requests of a path with Discord's rate limit. */
  limit(plan: LimitPlan): void
  /** Sends an interaction as Discord does. */
  interact(url: string, interaction: unknown, signing?: Signing): Promise<Response>
}

export interface DiscordSimOptions extends SimOptions {
  seed?: string | undefined
  users?: Iterable<SimUser>
  guilds?: Iterable<SimGuild>
}

const API = '/api/v10'
/** `DiscordBot ($url, $versionNumber)` (Discord, "User Agent"). */
const PROPER_USER_AGENT = /^DiscordBot \(\S+, \S+\)/
/** The bot of the simulated application. */
export const BOT_ID = '900000000000000001'
const CLIENT_ID = '900000000000000000'

/** A plan to rate-limit the next `times` requests of a path. */
interface LimitPlan {
  path: RegExp
  times: number
  retryAfterSeconds: number
  isGlobal?: boolean
}

/** Simulates the part of Discord that linked roles and slash commands need. */
export async function startDiscordSim(options: DiscordSimOptions): Promise<DiscordSim> {
  const { now, seed = 'discord', port } = options
  const key = new InteractionKey(seed)
  const state = newState(options, seed)
  const limitPlans: LimitPlan[] = []
  const service = (request: SimRequest) => answerOf(request, state, limitPlans)
  const server = await startSimServer({ service, now, port })
  const { users, guilds, botId: _, ...publicState } = state
  return {
    ...server,
    ...publicState,
    apiUrl: `${server.origin}${API}`,
    authorizeUrl: `${server.origin}/oauth2/authorize`,
    publicKey: key.publicKey,
    putUser: user => users.set(user.id, user),
    putGuild: guild => guilds.set(guild.id, guild),
    limit: plan => limitPlans.push({ ...plan }),
    interact: async (url, interaction, signing = 'valid') => {
      const body = JSON.stringify(interaction)
      const timestamp = String(Math.floor(now() / 1000))
      const signature = signedHeaders(key, { body, timestamp, signing })
      const headers = { 'Content-Type': 'application/json', ...signature }
      return await fetch(url, { method: 'POST', headers, body })
    },
  }
}

type DiscordState = ReturnType<typeof newState>

function newState({ now, users = [], guilds = [] }: DiscordSimOptions, seed: string) {
  return {
    tokens: new Tokens({
      now,
      seed,
      prefix: 'sim-discord',
      lifetimeSeconds: 604_800,
      issuesRefreshTokens: true,
    }),
    users: new Map(Array.from(users, user => [user.id, user] as const)),
    guilds: new Map(Array.from(guilds, guild => [guild.id, guild] as const)),
    roleConnections: new Map<Snowflake, unknown>(),
    commands: new Map<string, unknown>(),
    metadata: { records: [] as unknown },
    messages: [] as SimMessage[],
    followUps: new Map<string, unknown[]>(),
    clientId: CLIENT_ID,
    clientSecret: `simulated-secret-${seed}`,
    botToken: `simulated-bot-token-${seed}`,
    botId: BOT_ID,
  }
}

function answerOf(request: SimRequest, state: DiscordState, limitPlans: readonly LimitPlan[]): SimAnswer {
  if (request.path === '/oauth2/authorize') return authorize(request, state)
  if (!request.path.startsWith(`${API}/`)) return discordError(404, 0, '404: Not Found')
  if (!PROPER_USER_AGENT.test(request.headers['user-agent'] ?? '')) return BAD_USER_AGENT
  const path = request.path.slice(API.length)
  const limit = limitPlans.find(plan => plan.times > 0 && plan.path.test(path))
  if (limit !== undefined) {
    limit.times--
    return rateLimitError(limit.retryAfterSeconds, limit.isGlobal ?? false)
  }
  const isPost = request.method === 'POST'
  if (isPost && path === '/oauth2/token') return exchangeToken(request, state)
  if (isPost && path === '/oauth2/token/revoke') return revokeToken(request, state)
  return (
    followUp(request, path, state.followUps) ??
    answerUserApi(request, path, state) ??
    answerBotApi(request, path, state) ??
    discordError(404, 0, '404: Not Found')
  )
}

/** Accepts later answers to an interaction, whose token is the only credential. */
function followUp(request: SimRequest, path: string, followUps: Map<string, unknown[]>): SimAnswer | null {
  const match = /^\/webhooks\/\d+\/([\w.-]+)(\/messages\/@original)?$/.exec(path)
  if (match === null) return null
  const [, token, original] = match
  const isValid = original === undefined ? request.method === 'POST' : request.method === 'PATCH'
  if (!isValid) return discordError(405, 0, '405: Method Not Allowed')
  const message = jsonOf(request)
  if (message === null) return BAD_BODY
  followUps.set(token!, [...(followUps.get(token!) ?? []), message])
  return ok(message)
}
