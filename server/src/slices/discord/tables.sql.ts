import type { Generated } from 'kysely'

interface SealedTable {
  discord_id: string
  sealed_grant: string
  /** When the next sync, or the next attempt to revoke, is due. */
  due_at_ms: number
  attempts: number
  lease_until_ms: number
}

/** Made by `server/migrations/0013-discord.ts`. */
export interface DiscordTables {
  /** `state` is a hash of it. */
  discord_states: { state: string; session_id: string; return_to: string; until_ms: number }
  discord_connections: SealedTable & {
    person_key: number
    username: string
    avatar: string | null
    checked: string | null
    synced_at_ms: number | null
  }
  /** Made by `server/migrations/0023-discord-takeovers.ts`. */
  discord_takeovers: {
    session_id: string
    person_key: number
    discord_id: string
    username: string
    avatar: string | null
    sealed_grant: string
    until_ms: number
  }
  discord_revocations: SealedTable & { id: Generated<number>; is_role_cleared: number }
  discord_servers: {
    guild_id: string
    is_enabled: number
    is_private: number
    channel_id: string | null
    has_feed: number
    feed_after_ms: number
    feed_due_at_ms: number
  }
}
