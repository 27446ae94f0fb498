import { Type } from 'typebox'
import {
  ConnectionSchema,
  DisconnectionSchema,
  GuildConfigurationSchema,
  GuildFeedSchema,
  GuildSchema,
  GuildSettingsSchema,
  RETURN_TARGETS,
} from '../discord.ts'
import { EXAMPLE_GUILD, EXAMPLE_INVITE } from '../example-values.ts'
import { defineRoutes } from '../route.ts'
import { shape, text } from '../shape.ts'

const discord = { tag: 'discord', inSpec: true } as const
const read = { ...discord, method: 'GET', auth: 'session', limit: 'read' } as const
const write = { ...discord, auth: 'same-origin-session', limit: 'writes' } as const

const discordErrors = ['not_connected', 'upstream_not_configured', 'upstream_unavailable'] as const
const guildErrors = ['administrator_required', ...discordErrors] as const
const guildChangeErrors = ['channel_not_permitted', ...guildErrors] as const

const guildParams = Type.Object({
  id: text(EXAMPLE_GUILD, 'Discord id of the server'),
})

/** Spec, "Chat-platform integration". */
export const discordRoutes = defineRoutes({
  discordStatus: {
    ...read,
    path: '/discord/status',
    summary: 'Your connection, and the five checks of the linked role',
    response: ConnectionSchema,
    docsSample: { answerValues: { taken: null } },
  },
  connectDiscord: {
    ...write,
    method: 'POST',
    path: '/discord/connect',
    summary: 'Start connecting a Discord account',
    description: 'Sets a short-lived HttpOnly state cookie; then send the browser to the returned URL.',
    body: Type.Object({ returnTo: Type.Enum(RETURN_TARGETS) }),
    response: shape({ url: Type.String({ format: 'uri', examples: [EXAMPLE_INVITE] }) }),
    errors: ['upstream_not_configured'],
  },
  discordCallback: {
    ...discord,
    method: 'GET',
    auth: 'session',
    limit: 'none',
    isNavigation: true,
    path: '/discord/callback',
    summary: 'Where Discord sends the browser after consent',
    description:
      'Register this exact address in the developer portal. Needs the state cookie of the connect request. The page that it redirects to finds the result in its parameter `discord`: `connected`, `cancelled`, `expired`, `incomplete`, `failed`, or `taken` when another account here has that Discord account and you must confirm.',
    query: Type.Object({
      code: Type.Optional(Type.String()),
      state: Type.Optional(Type.String()),
      error: Type.Optional(Type.String()),
      error_description: Type.Optional(Type.String()),
    }),
    response: Type.Void(),
    status: 303,
    errors: ['upstream_not_configured'],
  },
  listGuilds: {
    ...read,
    path: '/discord/guilds',
    summary: 'Servers that you own or administer',
    response: shape({ guilds: Type.Array(GuildSchema) }),
    errors: discordErrors,
  },
  getGuild: {
    ...read,
    path: '/discord/guilds/{id}',
    summary: "A server's bot settings and permitted channels",
    description: 'Your Administrator permission and the presence of the bot are checked each time.',
    params: guildParams,
    response: GuildConfigurationSchema,
    errors: guildErrors,
  },
  updateGuild: {
    ...write,
    method: 'PUT',
    path: '/discord/guilds/{id}',
    summary: "Change a server's bot settings",
    description: 'All keys are required, and no others are accepted.',
    params: guildParams,
    body: GuildSettingsSchema,
    response: GuildSettingsSchema,
    errors: guildChangeErrors,
  },
  updateGuildFeed: {
    ...write,
    inSpec: false,
    method: 'PUT',
    path: '/discord/guilds/{id}/feed',
    summary: 'Start or stop posting new avatars in a server',
    description:
      'New avatars are posted in the channel of the settings, which must be set: several in one message, with minutes between messages.',
    params: guildParams,
    body: GuildFeedSchema,
    response: GuildFeedSchema,
    errors: guildChangeErrors,
  },
  syncDiscord: {
    ...write,
    method: 'POST',
    path: '/discord/sync',
    summary: 'Compute the checks again and send them to Discord',
    description: 'For the linked role. No body: this service knows every value.',
    response: ConnectionSchema,
    errors: discordErrors,
    docsSample: { answerValues: { taken: null } },
  },
  confirmDiscord: {
    ...write,
    inSpec: false,
    method: 'POST',
    path: '/discord/connection',
    summary: 'Move a Discord account to your account from another one',
    description:
      'Confirms the account shown as `taken` in the status; must be sent in the session that connected it. The other account is disconnected. No body.',
    response: ConnectionSchema,
    errors: ['nothing_to_confirm', 'not_connected', 'upstream_not_configured'],
  },
  disconnectDiscord: {
    ...write,
    method: 'DELETE',
    path: '/discord/connection',
    summary: 'Disconnect the Discord account',
    description:
      'Role eligibility is cleared first, then the grant that Discord gave us is revoked and deleted. If Discord refuses, this is retried in the background until it succeeds.',
    response: DisconnectionSchema,
  },
  botInteraction: {
    ...discord,
    method: 'POST',
    auth: 'signature',
    limit: 'none',
    path: '/bot/interactions',
    summary: "Takes Discord's signed interactions",
    description: 'Signed requests have no limit; all others count towards the limit that all routes share.',
    headers: Type.Object({
      'X-Signature-Ed25519': Type.String({ description: 'Hex of the signature over timestamp and body' }),
      'X-Signature-Timestamp': Type.String({
        description: 'Seconds since 1970, at most five minutes before or after now',
      }),
    }),
    body: Type.Object(
      { type: Type.Integer({ examples: [1] }) },
      {
        additionalProperties: true,
        description: "Discord's interaction object; only the signature decides who may send it",
      },
    ),
    bodyLimit: 256 * 1024,
    response: Type.Object(
      { type: Type.Integer({ examples: [1] }) },
      { description: "Discord's interaction response" },
    ),
    errors: ['invalid_signature', 'key_not_configured'],
  },
  botInteractionNotes: {
    ...discord,
    method: 'GET',
    auth: 'public',
    limit: 'none',
    path: '/bot/interactions',
    summary: 'Notes on this endpoint',
    description: 'For people who open the address; tells nothing about the configuration.',
    response: shape({
      ok: Type.Literal(true),
      notes: text("This address takes Discord's signed interactions by POST."),
    }),
    exampleRequests: [{}],
  },
})
