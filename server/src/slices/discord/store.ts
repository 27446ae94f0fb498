import type { GuildSettings, RETURN_TARGETS } from '@avatary/contract/discord'
import type { CheckResults } from './checks.ts'

export type ReturnTarget = (typeof RETURN_TARGETS)[number]

export interface DiscordUser {
  readonly id: string
  readonly username: string
  /** The hash of the user's picture. */
  readonly avatar: string | null
}

export interface Connection {
  readonly personKey: number
  readonly user: DiscordUser
  readonly sealedGrant: string
  /** Results of the last sync; null before the first. */
  readonly checkResults: CheckResults | null
  readonly syncedAtMs: number | null
  /** Number of failed syncs since the last success. */
  readonly attempts: number
}

/** A Discord account that a person proved to own while it is connected to another account here. */
export type Takeover = Pick<Connection, 'personKey' | 'user' | 'sealedGrant'>

/** A consent that was started but has not returned. */
export interface PendingConsent {
  readonly sessionId: string
  readonly returnTo: ReturnTarget
}

/** A grant to revoke, after its role was cleared (spec, "States"). */
export interface Revocation {
  readonly id: number
  readonly discordId: string
  readonly sealedGrant: string
  readonly isRoleCleared: boolean
  readonly attempts: number
}

export interface DueFeed {
  readonly guildId: string
  readonly channelId: string
  /** Avatars added after this moment have not been posted yet. */
  readonly afterMs: number
}

export interface ServerSettings extends GuildSettings {
  /** True when new avatars are posted in the channel. */
  readonly feed: boolean
}

export const DEFAULT_SETTINGS: ServerSettings = { enabled: true, private: false, channel: null, feed: false }
