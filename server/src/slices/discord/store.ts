import type { GuildSettings, RETURN_TARGETS } from '@avatary/contract/discord'
import type { Checked } from './checks.ts'

export type ReturnTarget = (typeof RETURN_TARGETS)[number]

/** A Discord account as it is shown to its owner. */
export interface DiscordUser {
  readonly id: string
  readonly username: string
  /** Hash of the picture. */
  readonly avatar: string | null
}

export interface Connection {
  readonly personKey: number
  readonly user: DiscordUser
  readonly sealedGrant: string
  /** What the checks said at the last sync; null before the first. */
  readonly checked: Checked | null
  readonly syncedAtMs: number | null
  /** Syncs that failed since the last that did not. */
  readonly tries: number
}

/** A Discord account that somebody proved to have while somebody else has it here. */
export interface Takeover {
  readonly personKey: number
  readonly user: DiscordUser
  readonly sealedGrant: string
}

/** A consent under way, by the state that comes back with it. */
export interface PendingConsent {
  readonly sessionId: string
  readonly returnTo: ReturnTarget
}

/** A grant that is to be given back: the role is cleared first, then the grant revoked (spec, "States"). */
export interface Revocation {
  readonly id: number
  readonly discordId: string
  readonly sealedGrant: string
  readonly isRoleCleared: boolean
  readonly tries: number
}

export interface DueFeed {
  readonly guildId: string
  readonly channel: string
  /** Avatars added after this moment have not been told. */
  readonly afterMs: number
}

export interface ServerSettings extends GuildSettings {
  /** Whether new avatars are told in the channel. */
  readonly feed: boolean
}

export const DEFAULT_SETTINGS: ServerSettings = { enabled: true, private: false, channel: null, feed: false }
