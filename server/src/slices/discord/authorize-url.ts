import { PermissionFlagsBits } from 'discord-api-types/v10'

/** The scopes without which connections, settings of Discord servers or linked roles do not work. */
export const REQUIRED_SCOPES = ['identify', 'guilds', 'role_connections.write'] as const

const BOT_PERMISSIONS =
  PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages | PermissionFlagsBits.EmbedLinks

export function discordConsentUrl(
  authorizeUrl: string,
  { clientId, redirectUri, state }: { clientId: string; redirectUri: string; state: string },
): string {
  return withQuery(authorizeUrl, {
    response_type: 'code',
    client_id: clientId,
    scope: REQUIRED_SCOPES.join(' '),
    redirect_uri: redirectUri,
    state,
    prompt: 'consent',
  })
}

/** The page on which an administrator of a Discord server adds the bot to it. */
export function inviteUrl(authorizeUrl: string, clientId: string, guildId: string): string {
  return withQuery(authorizeUrl, {
    client_id: clientId,
    scope: 'bot applications.commands',
    permissions: String(BOT_PERMISSIONS),
    guild_id: guildId,
    disable_guild_select: 'true',
  })
}

/** Discord requires spaces as `%20`. */
function withQuery(address: string, parameters: Record<string, string>): string {
  const query = new URLSearchParams(parameters).toString().replaceAll('+', '%20')
  return `${address}${address.includes('?') ? '&' : '?'}${query}`
}
