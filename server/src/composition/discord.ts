import { avatarOf, type CatalogView, createListedAvatars, type ListedAvatars } from '../avatars/index.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { Job } from '../kernel/job.ts'
import type { Log } from '../kernel/log.ts'
import { RecordUnavailableError } from '../kernel/record-unavailable.ts'
import type { Upstreams } from '../kernel/upstream.ts'
import { API_PREFIX } from '../platform/http/server.ts'
import { randomToken } from '../platform/random.ts'
import type { AccountStores } from '../slices/account/index.ts'
import type { TrendingAvatars } from '../slices/catalog/index.ts'
import {
  botHandlers,
  type ChannelFacts,
  Channels,
  type CheckSources,
  Connections,
  checkReader,
  connectionHandlers,
  createDiscordStore,
  DiscordApi,
  type FindPerson,
  GrantKeeper,
  Guilds,
  guildHandlers,
  heldByDiscord,
  Interactions,
  NewAvatarFeed,
  Revocations,
  States,
  signatureProof,
  unconfiguredHandlers,
} from '../slices/discord/index.ts'
import type { Profiles } from '../slices/identity/index.ts'
import { VERSION } from '../version.ts'
import { botCatalog, isAdult } from './bot-catalog.ts'
import type { Part } from './part.ts'
import { DISCORD_GRANTS, type SealerFor } from './sealers.ts'

/** Between two looks for something to do in the background: one connection or server at a time. */
const LOOK_MS = 5000
const HOUR_MS = 3_600_000
/** After which a sync is begun again that nobody ended. */
const TAKEN_MS = 10 * 60_000
/** Somebody waits in front of a browser, or in a chat. */
const PATIENCE = {
  limits: { headMs: 5000, wholeMs: 10_000, largestBody: 4 * 1024 * 1024 },
  retry: { tries: 3, firstPauseMs: 500, longestPauseMs: 2000, totalMs: 15_000 },
}

export interface DiscordDeps {
  db: Database
  config: Config
  clock: Clock
  log: Log
  upstreams: Upstreams
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** From 0 to below 1. */
  random: () => number
  view: CatalogView
  trending: TrendingAvatars
  sealerFor: SealerFor
  findPerson: FindPerson
  /** What the community site says of people now. */
  profiles: Pick<Profiles, 'fresh'>
  /** Null when the membership platform does not answer. */
  membership: CheckSources['membership']
  accounts: Pick<AccountStores, 'usageOf'>
}

/** Discord put together: connections and linked roles, settings of servers, the bot, and its feed. */
export function composeDiscord(deps: DiscordDeps): Part & Required<Pick<Part, 'held'>> {
  const { db, config, clock, log, sleep, random } = deps
  const { publicUrl } = config.http
  const store = createDiscordStore({ db })
  const now = () => clock.now()
  const api = openApi(deps)
  const channels = new Channels({ ask: id => channelOf(api, id), now })
  const interactions = new Interactions({
    catalog: botCatalog({ view: deps.view, trending: deps.trending, random }),
    publicUrl,
    settingsOf: id => store.settingsOf(id),
    placeOf: asked => channels.placeOf(asked),
  })
  const bot = botHandlers({
    interactions,
    sleep,
    edit: async (token, message) => await api?.editAnswer(token, message),
    followUp: async (token, message) => await api?.followUp(token, message),
    onFailed: err => {
      if (!(err instanceof RecordUnavailableError))
        log.error({ event: 'discord-interaction-failed', err }, 'An interaction failed')
    },
  })
  const proof = signatureProof(config.discord.publicKey, now)
  const routeOptions = { botInteraction: { proof } }
  if (api === null) {
    const disconnect = (userKey: number) => store.disconnect(userKey, now())
    const handlers = { ...bot, ...unconfiguredHandlers({ now, disconnect }) }
    return { handlers, routeOptions, held: heldByDiscord({ db, disconnect }) }
  }

  const listed = createListedAvatars({ db })
  const sealer = deps.sealerFor(DISCORD_GRANTS)
  const readChecks = checkReader(checkSources(deps, listed))
  const grants = new GrantKeeper({ store, api, sealer, clock, sleep })
  const connections = new Connections({ store, api, grants, readChecks, now, random })
  const revocations = new Revocations({ store, api, grants, clock, random, sleep, log })
  const callbackPath = `${API_PREFIX}/discord/callback`
  const isSecure = publicUrl.startsWith('https:')
  const application = { clientId: api.applicationId, authorizeUrl: config.discord.authorizeUrl }
  const connection = connectionHandlers({
    connections,
    revocations,
    publicUrl,
    now,
    ...application,
    states: new States({ store, randomToken, now, isSecure, callbackPath }),
    redirectUri: publicUrl + callbackPath,
  })
  const guilds = guildHandlers({ guilds: new Guilds({ store, api, grants, now }), ...application })

  const syncNext = async () => {
    const key = await store.takeDue(now(), now() + TAKEN_MS)
    const person = key === null ? null : await deps.findPerson(key)
    if (person !== null) await connections.sync(person)
    else if (key !== null) await revocations.disconnect(key)
  }
  const newest = async (limit: number) => (await listed.newest(limit)).map(avatarOf)
  const isAgeRestricted = async (id: string) => (await channels.find(id))?.nsfw === true
  const feed = new NewAvatarFeed({ store, api, newest, isAdult, isAgeRestricted, now, log })
  const jobs: Job[] = [
    { name: 'sync-discord-connections', everyMs: LOOK_MS, on: 'worker', run: syncNext },
    { name: 'give-discord-grants-back', everyMs: LOOK_MS, on: 'worker', run: () => revocations.next() },
    {
      name: 'forget-discord-consents',
      everyMs: HOUR_MS,
      on: 'worker',
      run: () => store.forgetStates(now()),
    },
  ]
  if (api.hasBot)
    jobs.push({ name: 'tell-of-new-avatars', everyMs: LOOK_MS, on: 'worker', run: () => feed.step() })
  return {
    handlers: { ...bot, ...connection, ...guilds },
    routeOptions,
    jobs,
    held: heldByDiscord({ db, disconnect: key => revocations.disconnect(key) }),
  }
}

/** Null when no application is configured. */
export function openApi(deps: Pick<DiscordDeps, 'config' | 'upstreams'>): DiscordApi | null {
  const { apiUrl, client, botToken } = deps.config.discord
  if (client === null) return null
  const userAgent = `DiscordBot (${deps.config.http.publicUrl}, ${VERSION})`
  const upstream = deps.upstreams.open({ name: 'discord', baseUrl: apiUrl, userAgent, ...PATIENCE })
  const token = botToken?.reveal() ?? null
  return new DiscordApi({
    upstream,
    application: { id: client.id, secret: client.secret.reveal(), botToken: token },
  })
}

/** Null when Discord does not tell, or there is no bot to ask as. */
async function channelOf(api: DiscordApi | null, id: string): Promise<ChannelFacts | null> {
  if (api === null || !api.hasBot) return null
  const answer = await api.channel(id)
  return answer.kind === 'ok' ? answer.value : null
}

function checkSources(
  { config, clock, profiles, membership, accounts }: DiscordDeps,
  listed: ListedAvatars,
): CheckSources {
  const now = () => clock.now()
  return {
    now,
    membership:
      config.patreon.membership === null ? async () => ({ isMember: false, atMs: now() }) : membership,
    verifiedAccount: async userKey => {
      const profile = await profiles.fresh(userKey)
      if (profile.kind === 'unconfirmed') return { id: null, atMs: profile.checkedAtMs }
      if (profile.kind !== 'fresh') return null
      return { id: profile.person.platformAccount?.id ?? null, atMs: profile.checkedAtMs }
    },
    totalsOf: authorId => listed.totalsOf(authorId),
    savedBy: async userKey => (await accounts.usageOf(userKey)).saved,
  }
}
