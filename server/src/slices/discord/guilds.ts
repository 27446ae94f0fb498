import type { GuildSettings } from '@avatary/contract/discord'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import type { ApiUserGuild } from './api-shapes.ts'
import type { DiscordDeps } from './deps.ts'
import { NOT_ON_SERVER } from './discord-api.ts'
import type { GrantOutcome } from './grant-keeper.ts'
import { type Channel, mayAdminister, permittedChannels } from './servers.ts'
import type { ServerSettings } from './store.ts'

/** Our own reasons not to serve a request about a server. */
export type GuildRefusal = 'not_connected' | 'administrator_required' | 'channel_not_permitted'

/** All expected reasons not to serve a request about a server. */
export type DiscordProblem<Refusal extends GuildRefusal> =
  | { readonly kind: Refusal }
  | Exclude<UpstreamAnswer<never>, { kind: 'ok' }>

export type GuildOutcome<Value, Refusal extends GuildRefusal = GuildRefusal> =
  | { readonly kind: 'ok'; readonly value: Value }
  | DiscordProblem<Refusal>

type NotAdministrator = 'not_connected' | 'administrator_required'

export interface Configuration {
  readonly guild: ApiUserGuild
  /** Null while the bot is not on the server. */
  readonly channels: readonly Channel[] | null
  readonly settings: ServerSettings
}

/** Reads and changes server settings. Discord is asked about the administrator's rights every time (spec, rule 4). */
export class Guilds {
  readonly #deps: DiscordDeps
  /** Cached for the life of the process: the bot's own id never changes. */
  #botId: string | null = null

  constructor(deps: DiscordDeps) {
    this.#deps = deps
  }

  /** The servers that the person owns or administers. */
  async list(personKey: number): Promise<GuildOutcome<readonly ApiUserGuild[], 'not_connected'>> {
    const answer = await this.#readGuilds(personKey)
    return answer.kind === 'ok' ? { kind: 'ok', value: answer.value.filter(mayAdminister) } : answer
  }

  async configurationOf(
    personKey: number,
    guildId: string,
  ): Promise<GuildOutcome<Configuration, NotAdministrator>> {
    const guild = await this.#requireAdministrator(personKey, guildId)
    if (guild.kind !== 'ok') return guild
    const channels = await this.#readPermittedChannels(guildId)
    if (channels.kind !== 'ok') return channels
    const settings = await this.#deps.store.servers.settingsOf(guildId)
    return { kind: 'ok', value: { guild: guild.value, channels: channels.value, settings } }
  }

  /** Saves all settings, if the bot may answer in their channel. */
  async save(
    personKey: number,
    guildId: string,
    settings: GuildSettings,
  ): Promise<GuildOutcome<GuildSettings>> {
    const guild = await this.#requireAdministrator(personKey, guildId)
    if (guild.kind !== 'ok') return guild
    const outcome = await this.#checkChannel(guildId, settings.channel, () => true)
    if (outcome.kind !== 'ok') return outcome
    await this.#deps.store.servers.saveSettings(guildId, settings)
    return { kind: 'ok', value: settings }
  }

  /** Switches the feed on or off. On requires a channel in the settings in which the bot may post. */
  async saveFeed(personKey: number, guildId: string, isEnabled: boolean): Promise<GuildOutcome<boolean>> {
    const { store, clock } = this.#deps
    const guild = await this.#requireAdministrator(personKey, guildId)
    if (guild.kind !== 'ok') return guild
    const { channel, feed } = await store.servers.settingsOf(guildId)
    if (isEnabled) {
      if (channel === null) return { kind: 'channel_not_permitted' }
      const outcome = await this.#checkChannel(guildId, channel, ({ canPostFeed }) => canPostFeed)
      if (outcome.kind !== 'ok') return outcome
    }
    // Switching on a feed that is already on must not move its start.
    if (isEnabled !== feed) await store.servers.saveFeed(guildId, isEnabled, clock.now())
    return { kind: 'ok', value: isEnabled }
  }

  async #readGuilds(personKey: number): Promise<GrantOutcome<ApiUserGuild[]>> {
    return await this.#deps.grants.use(personKey, grant => this.#deps.api.getUserGuilds(grant))
  }

  async #requireAdministrator(
    personKey: number,
    guildId: string,
  ): Promise<GuildOutcome<ApiUserGuild, NotAdministrator>> {
    const answer = await this.#readGuilds(personKey)
    if (answer.kind !== 'ok') return answer
    const guild = answer.value.find(({ id }) => id === guildId)
    return guild !== undefined && mayAdminister(guild)
      ? { kind: 'ok', value: guild }
      : { kind: 'administrator_required' }
  }

  async #checkChannel(
    guildId: string,
    channelId: string | null,
    isSuitable: (channel: Channel) => boolean,
  ): Promise<GuildOutcome<null>> {
    if (channelId === null) return { kind: 'ok', value: null }
    const channels = await this.#readPermittedChannels(guildId)
    if (channels.kind !== 'ok') return channels
    const isPermitted =
      channels.value?.some(channel => channel.id === channelId && isSuitable(channel)) ?? false
    return isPermitted ? { kind: 'ok', value: null } : { kind: 'channel_not_permitted' }
  }

  /** Null while the bot is not on the server. */
  async #readPermittedChannels(guildId: string): Promise<GuildOutcome<Channel[] | null, never>> {
    const { api, clock } = this.#deps
    if (!api.hasBot) return { kind: 'ok', value: null }
    const botId = await this.#findBotId()
    if (botId.kind !== 'ok') return botId
    // Asks for the guild alone first. If the bot is absent, every request is an invalid one, and Discord bans after too
    // many.
    const guild = await api.getGuild(guildId)
    if (isBotAbsent(guild)) return { kind: 'ok', value: null }
    if (guild.kind !== 'ok') return guild
    const [channels, member] = await Promise.all([
      api.getChannels(guildId),
      api.getMember(guildId, botId.value),
    ])
    if ([channels, member].some(isBotAbsent)) return { kind: 'ok', value: null }
    if (channels.kind !== 'ok') return channels
    if (member.kind !== 'ok') return member
    const bot = { id: botId.value, member: member.value }
    return { kind: 'ok', value: permittedChannels(guild.value, channels.value, bot, clock.now()) }
  }

  async #findBotId(): Promise<GuildOutcome<string, never>> {
    if (this.#botId === null) {
      const answer = await this.#deps.api.getBot()
      if (answer.kind !== 'ok') return answer
      this.#botId = answer.value.id
    }
    return { kind: 'ok', value: this.#botId }
  }
}

/** Discord answers 403 or 404 when the bot is not on the server. */
function isBotAbsent(answer: UpstreamAnswer): boolean {
  return answer.kind === 'absent' || (answer.kind === 'refused' && answer.status === NOT_ON_SERVER)
}
