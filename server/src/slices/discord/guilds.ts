import type { GuildSettings } from '@avatary/contract/discord'
import type { UpstreamAnswer } from '../../kernel/upstream.ts'
import type { ApiUserGuild } from './api-shapes.ts'
import type { DiscordApi } from './discord-api.ts'
import type { GrantKeeper, WithGrant } from './grant-keeper.ts'
import { type Channel, mayAdminister, permittedChannels } from './servers.ts'
import type { DiscordStore } from './store.sql.ts'
import type { ServerSettings } from './store.ts'

export interface GuildsDeps {
  readonly store: DiscordStore
  readonly api: DiscordApi
  readonly grants: GrantKeeper
  readonly now: () => number
}

/** What stands in the way: no connection, no right, or Discord. */
export type Obstacle =
  | { readonly kind: 'not_connected' | 'not_administrator' | 'channel_not_permitted' }
  | Exclude<UpstreamAnswer<never>, { kind: 'ok' }>

export type OrObstacle<Value> = { readonly kind: 'ok'; readonly value: Value } | Obstacle

export interface Configuration {
  readonly guild: ApiUserGuild
  /** Null while the bot is not on the server. */
  readonly channels: readonly Channel[] | null
  readonly settings: ServerSettings
}

/** Servers as their administrators see and change them; rights are asked of Discord each time (spec, rule 4). */
export class Guilds {
  readonly #deps: GuildsDeps
  /** The bot's own id never changes. */
  #botId: string | null = null

  constructor(deps: GuildsDeps) {
    this.#deps = deps
  }

  /** Those that the person owns or administers. */
  async list(personKey: number): Promise<OrObstacle<readonly ApiUserGuild[]>> {
    const answer = await this.#guildsOf(personKey)
    return answer.kind === 'ok' ? { kind: 'ok', value: answer.value.filter(mayAdminister) } : answer
  }

  async configurationOf(personKey: number, guildId: string): Promise<OrObstacle<Configuration>> {
    const guild = await this.#administered(personKey, guildId)
    if (guild.kind !== 'ok') return guild
    const channels = await this.#channelsFor(guildId)
    if (channels.kind !== 'ok') return channels
    const settings = await this.#deps.store.settingsOf(guildId)
    return { kind: 'ok', value: { guild: guild.value, channels: channels.value, settings } }
  }

  /** Saves all of the settings; a channel only when the bot may answer there. */
  async save(
    personKey: number,
    guildId: string,
    settings: GuildSettings,
  ): Promise<OrObstacle<GuildSettings>> {
    const guild = await this.#administered(personKey, guildId)
    if (guild.kind !== 'ok') return guild
    const checked = await this.#checkChannel(guildId, settings.channel, () => true)
    if (checked.kind !== 'ok') return checked
    await this.#deps.store.saveSettings(guildId, settings)
    return { kind: 'ok', value: settings }
  }

  /** Begins or ends to tell of new avatars; to begin, the channel of the settings must be set and permitted. */
  async saveFeed(personKey: number, guildId: string, isEnabled: boolean): Promise<OrObstacle<boolean>> {
    const { store, now } = this.#deps
    const guild = await this.#administered(personKey, guildId)
    if (guild.kind !== 'ok') return guild
    const { channel, feed } = await store.settingsOf(guildId)
    if (isEnabled) {
      if (channel === null) return { kind: 'channel_not_permitted' }
      const checked = await this.#checkChannel(guildId, channel, ({ takesFeed }) => takesFeed)
      if (checked.kind !== 'ok') return checked
    }
    // Asked for again, it goes on where it was.
    if (isEnabled !== feed) await store.saveFeed(guildId, isEnabled, now())
    return { kind: 'ok', value: isEnabled }
  }

  async #guildsOf(personKey: number): Promise<WithGrant<ApiUserGuild[]>> {
    return await this.#deps.grants.use(personKey, grant => this.#deps.api.userGuilds(grant))
  }

  async #administered(personKey: number, guildId: string): Promise<OrObstacle<ApiUserGuild>> {
    const answer = await this.#guildsOf(personKey)
    if (answer.kind !== 'ok') return answer
    const guild = answer.value.find(({ id }) => id === guildId)
    return guild !== undefined && mayAdminister(guild)
      ? { kind: 'ok', value: guild }
      : { kind: 'not_administrator' }
  }

  async #checkChannel(
    guildId: string,
    channelId: string | null,
    isEnough: (channel: Channel) => boolean,
  ): Promise<OrObstacle<null>> {
    if (channelId === null) return { kind: 'ok', value: null }
    const channels = await this.#channelsFor(guildId)
    if (channels.kind !== 'ok') return channels
    const isPermitted =
      channels.value?.some(channel => channel.id === channelId && isEnough(channel)) ?? false
    return isPermitted ? { kind: 'ok', value: null } : { kind: 'channel_not_permitted' }
  }

  /** Null while the bot is not on the server, which Discord says by refusing it. */
  async #channelsFor(guildId: string): Promise<OrObstacle<Channel[] | null>> {
    const { api, now } = this.#deps
    if (!api.hasBot) return { kind: 'ok', value: null }
    const botId = await this.#bot()
    if (botId.kind !== 'ok') return botId
    // Alone first: where the bot is absent each request is an invalid one, of which Discord bans who sends too many.
    const guild = await api.guild(guildId)
    if (isShutOut(guild)) return { kind: 'ok', value: null }
    if (guild.kind !== 'ok') return guild
    const [channels, member] = await Promise.all([api.channels(guildId), api.member(guildId, botId.value)])
    if ([channels, member].some(isShutOut)) return { kind: 'ok', value: null }
    if (channels.kind !== 'ok') return channels
    if (member.kind !== 'ok') return member
    const bot = { id: botId.value, member: member.value }
    return { kind: 'ok', value: permittedChannels(guild.value, channels.value, bot, now()) }
  }

  async #bot(): Promise<OrObstacle<string>> {
    if (this.#botId === null) {
      const answer = await this.#deps.api.bot()
      if (answer.kind !== 'ok') return answer
      this.#botId = answer.value.id
    }
    return { kind: 'ok', value: this.#botId }
  }
}

/** 403 and 404 are how Discord says that the bot is not there. */
function isShutOut(answer: UpstreamAnswer): boolean {
  return answer.kind === 'absent' || (answer.kind === 'refused' && answer.status === 403)
}
