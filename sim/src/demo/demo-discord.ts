import { BOT_ID } from '../discord/discord-sim.ts'
import type { SimGuild, SimUser } from '../discord/guilds.ts'

/** Bits of: view a channel, send messages, embed links, read history, use commands. */
const MEMBER_PERMISSIONS = String((1n << 10n) | (1n << 11n) | (1n << 14n) | (1n << 16n) | (1n << 31n))
const SEND_MESSAGES = String(1n << 11n)

const robin: SimUser = { id: '700000000000000001', username: 'robin', global_name: 'Robin', avatar: null }
const wren: SimUser = { id: '700000000000000002', username: 'wren', global_name: 'Wren', avatar: null }

/** Users of the demo's consent page. */
export const DEMO_DISCORD_USERS: readonly SimUser[] = [robin, wren]

/** A server with the bot in it, and one to which it can be invited. */
export const DEMO_DISCORD_GUILDS: readonly SimGuild[] = [
  {
    id: '710000000000000001',
    name: 'Lantern Lounge',
    icon: null,
    owner_id: robin.id,
    roles: [{ id: '710000000000000001', name: '@everyone', permissions: MEMBER_PERMISSIONS }],
    channels: [
      { id: '720000000000000001', name: 'avatars', type: 0, position: 0 },
      { id: '720000000000000002', name: 'lounge', type: 0, position: 1 },
      {
        id: '720000000000000003',
        name: 'announcements',
        type: 5,
        position: 2,
        permission_overwrites: [{ id: '710000000000000001', type: 0, allow: '0', deny: SEND_MESSAGES }],
      },
    ],
    members: { [robin.id]: { roles: [] }, [wren.id]: { roles: [] }, [BOT_ID]: { roles: [] } },
  },
  {
    id: '710000000000000002',
    name: 'Quiet Workshop',
    icon: null,
    owner_id: wren.id,
    roles: [
      { id: '710000000000000002', name: '@everyone', permissions: MEMBER_PERMISSIONS },
      { id: '730000000000000001', name: 'Keepers', permissions: '8' },
    ],
    channels: [{ id: '720000000000000004', name: 'general', type: 0, position: 0 }],
    members: { [robin.id]: { roles: ['730000000000000001'] }, [wren.id]: { roles: [] } },
  },
]
