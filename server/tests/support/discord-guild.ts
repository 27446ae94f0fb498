import { PermissionFlagsBits } from 'discord-api-types/v10'
import type { SimGuild, SimUser } from '../../../sim/src/discord/guilds.ts'

export const REDIRECT_URI = 'https://avatary.example/api/discord/callback'
/** The redirect URI and the session of the browser that returns from Discord. */
export const BACK = { redirectUri: REDIRECT_URI, sessionId: 'session-1' }
export const DISCORD_FOX: SimUser = { id: '100', username: 'fox', avatar: null }
/** Id of the simulated application. */
export const BOT_ID = '900000000000000001'

const READ_AND_WRITE = String(
  PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages | PermissionFlagsBits.EmbedLinks,
)

/** The fox's server with the bot in it, one channel in which it may write and one in which it may not. */
export const DISCORD_GUILD: SimGuild = {
  id: '500',
  name: 'Foxes',
  icon: null,
  owner_id: DISCORD_FOX.id,
  roles: [{ id: '500', permissions: READ_AND_WRITE }],
  channels: [
    { id: '600', name: 'general', type: 0, position: 1 },
    {
      id: '601',
      name: 'rules',
      type: 0,
      position: 0,
      permission_overwrites: [
        { id: '500', type: 0, allow: '0', deny: String(PermissionFlagsBits.SendMessages) },
      ],
    },
    { id: '602', name: 'voice', type: 2, position: 2 },
  ],
  members: { [DISCORD_FOX.id]: { roles: [] }, [BOT_ID]: { roles: [] } },
}
