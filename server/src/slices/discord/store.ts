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

/** A grant that is to be given back: the role is cleared first, then the grant revoked (spec, "States"). */
export interface Revocation {
  readonly id: number
  readonly discordId: string
  readonly sealedGrant: string
  readonly isRoleCleared: boolean
  readonly tries: number
}

/** The system of record of this slice. Leases keep two processes from using up one refresh token. */
export interface DiscordStore extends FeedStore {
  addState(state: string, of: { sessionId: string; returnTo: ReturnTarget }, untilMs: number): Promise<void>
  /** Uses a state up. Null when there is none such, or it is old. */
  takeState(state: string, nowMs: number): Promise<{ sessionId: string; returnTo: ReturnTarget } | null>
  /** Removes states and takeovers that are old. */
  forgetStates(nowMs: number): Promise<void>

  /**
   * Connects, in place of what was connected before: the person's other Discord account departs, and with
   * `isConfirmed` the account leaves whoever had it. Revocations of the same account end, as its grants are one; a
   * lease of the account goes on.
   *
   * @returns false, and nothing is done, when somebody else has the account and it is not confirmed.
   */
  connect(
    personKey: number,
    user: DiscordUser,
    sealedGrant: string,
    nowMs: number,
    options?: { readonly isConfirmed: boolean },
  ): Promise<boolean>
  /** Keeps what a session may confirm, in place of what it might before. */
  addTakeover(sessionId: string, takeover: Takeover, untilMs: number): Promise<void>
  /** Null when nothing waits for that session, or no longer. */
  takeover(sessionId: string, nowMs: number): Promise<Takeover | null>
  /** The same, which is used up. */
  takeTakeover(sessionId: string, nowMs: number): Promise<Takeover | null>
  find(personKey: number): Promise<Connection | null>
  /** Null when there is no connection, or somebody holds its lease. */
  lease(personKey: number, nowMs: number, untilMs: number): Promise<Connection | null>
  /** Ends the lease that was taken until then; it may stand with a revocation by now. */
  release(discordId: string, untilMs: number): Promise<void>
  /** Replaces a grant where it stands now, with the connection or the revocation; nothing when it is another one. */
  saveGrant(discordId: string, before: string, after: string): Promise<void>
  /** @returns false when the account is not the person's any more. */
  saveSync(
    personKey: number,
    user: DiscordUser,
    sync: { checked: Checked; atMs: number; dueAtMs: number },
  ): Promise<boolean>
  /** After a failed sync. */
  postpone(personKey: number, dueAtMs: number): Promise<void>
  /** When Discord says that the grant is gone: there is nothing to give back. */
  forget(personKey: number, discordId: string): Promise<void>
  /** Who is to be synced next, who is due again later; null when nobody is due. */
  takeDue(nowMs: number, dueAtMs: number): Promise<number | null>
  /** Lets an account be synced at once. */
  syncSoon(discordId: string, nowMs: number): Promise<void>

  /** Turns a connection into a revocation, whose lease goes with it. @returns its id; null when there was none. */
  disconnect(personKey: number, nowMs: number): Promise<number | null>
  /** The one asked for, which somebody may work on, or the one that is due longest; null when there is none. */
  leaseRevocation(id: number | null, nowMs: number, untilMs: number): Promise<Revocation | 'busy' | null>
  /** @returns false when the account was connected again meanwhile. */
  noteRoleCleared(id: number): Promise<boolean>
  postponeRevocation(id: number, dueAtMs: number): Promise<void>
  /** @returns false when the account was connected again meanwhile. */
  endRevocation(id: number): Promise<boolean>

  /** The default ones for a server that has none. */
  settingsOf(guildId: string): Promise<ServerSettings>
  saveSettings(guildId: string, settings: GuildSettings): Promise<void>
  /** @param afterMs avatars added after this moment are told of. */
  saveFeed(guildId: string, hasFeed: boolean, afterMs: number): Promise<void>
}

/** Servers that are told of new avatars. */
export interface FeedStore {
  /** The server that is due longest, which is due again later; null when there is none. */
  takeDueFeed(nowMs: number, dueAtMs: number): Promise<DueFeed | null>
  /** @param afterMs avatars added until then are done with. */
  noteFeedSent(guildId: string, afterMs: number): Promise<void>
  postponeFeed(guildId: string, dueAtMs: number): Promise<void>
  stopFeed(guildId: string): Promise<void>
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
