import { type Static, type TSchema, Type } from 'typebox'
import type { Upstream, UpstreamAnswer } from '../../kernel/upstream.ts'
import {
  ApiChannelSchema,
  ApiChannelsSchema,
  ApiGuildSchema,
  ApiMemberSchema,
  ApiUserGuildsSchema,
} from './api-shapes.ts'

/** Tokens of a Discord user. They are stored sealed, and never answered or logged. */
export interface Grant {
  readonly accessToken: string
  readonly refreshToken: string
  /** When the access token expires, by our clock. */
  readonly expiresAtMs: number
}

/** Credentials of an application from Discord's developer portal. */
export interface Application {
  readonly id: string
  readonly secret: string
  /** Null when there is no bot, which server settings need. */
  readonly botToken: string | null
}

const TokenSchema = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  refresh_token: Type.String({ minLength: 1 }),
  expires_in: Type.Number({ minimum: 1 }),
  scope: Type.String(),
})

const UserSchema = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,20}$' }),
  username: Type.String(),
  global_name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  avatar: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})
export type ApiUser = Static<typeof UserSchema>

/** The status with which Discord refuses data about a server without the bot, or a channel that the bot cannot see. */
export const NOT_ON_SERVER = 403

export class DiscordApi {
  readonly #upstream: Upstream
  readonly #application: Application

  constructor({ upstream, application }: { upstream: Upstream; application: Application }) {
    this.#upstream = upstream
    this.#application = application
  }

  get applicationId(): string {
    return this.#application.id
  }

  get hasBot(): boolean {
    return this.#application.botToken !== null
  }

  /** @param redirectUri must be the one of the authorization request. */
  async exchangeCode(code: string, redirectUri: string, nowMs: number) {
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    return await this.#requestToken(form, nowMs)
  }

  /** The old refresh token becomes invalid even if the answer is lost. */
  async refresh({ refreshToken }: Grant, nowMs: number) {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
    return await this.#requestToken(form, nowMs)
  }

  /** Revokes all tokens of the user's consent. */
  async revoke({ refreshToken }: Grant): Promise<UpstreamAnswer> {
    const form = { token: refreshToken, token_type_hint: 'refresh_token' }
    return await this.#upstream.send('POST', '/oauth2/token/revoke', {
      ...this.#asApplication(),
      body: { form },
    })
  }

  async getUser(grant: Grant): Promise<UpstreamAnswer<ApiUser>> {
    return await this.#upstream.get('/users/@me', { ...asUser(grant), schema: UserSchema })
  }

  async getUserGuilds(grant: Grant) {
    return await this.#upstream.get('/users/@me/guilds', { ...asUser(grant), schema: ApiUserGuildsSchema })
  }

  async putRoleConnection(grant: Grant, platformUsername: string, metadata: Record<string, string>) {
    const username = platformUsername.slice(0, MAX_USERNAME_LENGTH).toWellFormed()
    const json = { platform_name: 'Avatary', platform_username: username, metadata }
    return await this.#upstream.send('PUT', ROLE_CONNECTION_PATH, {
      ...this.#roleConnectionOptions(grant),
      body: { json },
    })
  }

  async deleteRoleConnection(grant: Grant): Promise<UpstreamAnswer> {
    return await this.#upstream.send('DELETE', ROLE_CONNECTION_PATH, this.#roleConnectionOptions(grant))
  }

  async getBot(): Promise<UpstreamAnswer<ApiUser>> {
    return await this.#getAsBot('/users/@me', {}, UserSchema)
  }

  async getGuild(id: string) {
    return await this.#getAsBot('/guilds/{guild}', { guild: id }, ApiGuildSchema)
  }

  async getChannels(guildId: string) {
    return await this.#getAsBot('/guilds/{guild}/channels', { guild: guildId }, ApiChannelsSchema)
  }

  /** A channel, or a thread, that the bot may see. */
  async getChannel(id: string) {
    return await this.#getAsBot('/channels/{channel}', { channel: id }, ApiChannelSchema)
  }

  async getMember(guild: string, user: string) {
    return await this.#getAsBot('/guilds/{guild}/members/{user}', { guild, user }, ApiMemberSchema)
  }

  async postMessage(channelId: string, message: object): Promise<UpstreamAnswer> {
    return await this.#sendAsBot('POST', '/channels/{channel}/messages', { channel: channelId }, message)
  }

  /** @param guildId null registers the commands for all servers. */
  async putCommands(commands: readonly object[], guildId: string | null): Promise<UpstreamAnswer> {
    const { id: app } = this.#application
    if (guildId === null)
      return await this.#sendAsBot('PUT', '/applications/{app}/commands', { app }, commands)
    const path = '/applications/{app}/guilds/{guild}/commands'
    return await this.#sendAsBot('PUT', path, { app, guild: guildId }, commands)
  }

  async putMetadata(records: readonly object[]): Promise<UpstreamAnswer> {
    const path = '/applications/{app}/role-connections/metadata'
    return await this.#sendAsBot('PUT', path, { app: this.#application.id }, records)
  }

  /** Replaces the answer to an interaction, whose token is valid for 15 minutes. */
  async editAnswer(interactionToken: string, message: object): Promise<UpstreamAnswer> {
    return await this.#upstream.send('PATCH', '/webhooks/{app}/{token}/messages/@original', {
      params: { app: this.#application.id, token: interactionToken },
      body: { json: message },
    })
  }

  async followUp(interactionToken: string, message: object): Promise<UpstreamAnswer> {
    return await this.#upstream.send('POST', '/webhooks/{app}/{token}', {
      params: { app: this.#application.id, token: interactionToken },
      body: { json: message },
    })
  }

  async #requestToken(
    form: Record<string, string>,
    nowMs: number,
  ): Promise<UpstreamAnswer<{ grant: Grant; scope: string }>> {
    const answer = await this.#upstream.send('POST', '/oauth2/token', {
      ...this.#asApplication(),
      body: { form },
      schema: TokenSchema,
    })
    if (answer.kind !== 'ok') return answer
    const { access_token: accessToken, refresh_token: refreshToken, expires_in, scope } = answer.value
    const grant = { accessToken, refreshToken, expiresAtMs: nowMs + expires_in * 1000 }
    return { ...answer, value: { grant, scope } }
  }

  async #getAsBot<Schema extends TSchema>(path: string, params: Record<string, string>, schema: Schema) {
    return await this.#upstream.get(path, {
      ...this.#asBot(),
      params,
      schema,
      expectedRefusals: [NOT_ON_SERVER],
    })
  }

  async #sendAsBot(
    method: 'POST' | 'PUT',
    path: string,
    params: Record<string, string>,
    json: object,
  ): Promise<UpstreamAnswer> {
    return await this.#upstream.send(method, path, { ...this.#asBot(), params, body: { json } })
  }

  #asApplication() {
    const { id, secret } = this.#application
    return { credentials: { kind: 'basic', user: id, password: secret } } as const
  }

  #asBot() {
    return { credentials: { kind: 'bot', token: this.#application.botToken ?? '' } } as const
  }

  #roleConnectionOptions(grant: Grant) {
    return { ...asUser(grant), params: { app: this.#application.id } }
  }
}

const MAX_USERNAME_LENGTH = 100
const ROLE_CONNECTION_PATH = '/users/@me/applications/{app}/role-connection'

function asUser({ accessToken }: Grant) {
  return { credentials: { kind: 'bearer', token: accessToken } } as const
}
