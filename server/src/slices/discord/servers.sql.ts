import type { GuildSettings } from '@avatary/contract/discord'
import { Store } from '../../kernel/store.ts'
import { DEFAULT_SETTINGS, type DueFeed, type ServerSettings } from './store.ts'
import type { DiscordTables } from './tables.sql.ts'

export class ServerStore extends Store<DiscordTables> {
  /** Returns `DEFAULT_SETTINGS` for a server without settings. */
  async settingsOf(guildId: string): Promise<ServerSettings> {
    const row = await this.sql.reader
      .selectFrom('discord_servers')
      .selectAll()
      .where('guild_id', '=', guildId)
      .executeTakeFirst()
    if (row === undefined) return DEFAULT_SETTINGS
    return {
      enabled: row.is_enabled === 1,
      private: row.is_private === 1,
      channel: row.channel_id,
      feed: row.has_feed === 1,
    }
  }

  async saveSettings(guildId: string, settings: GuildSettings): Promise<void> {
    await this.#save(guildId, {
      is_enabled: Number(settings.enabled),
      is_private: Number(settings.private),
      channel_id: settings.channel,
    })
  }

  /** @param afterMs avatars added after this moment will be posted. */
  async saveFeed(guildId: string, hasFeed: boolean, afterMs: number): Promise<void> {
    await this.#save(guildId, { has_feed: Number(hasFeed), feed_after_ms: afterMs, feed_due_at_ms: afterMs })
  }

  /** @returns the feed that has been due longest, and makes it due again at `dueAtMs`; null when none is due. */
  async takeDueFeed(nowMs: number, dueAtMs: number): Promise<DueFeed | null> {
    return await this.transactLocked('discord', async tx => {
      const dueRow = await tx
        .selectFrom('discord_servers')
        .select(['guild_id', 'channel_id', 'feed_after_ms'])
        .where('has_feed', '=', 1)
        .where('is_enabled', '=', 1)
        .where('channel_id', 'is not', null)
        .where('feed_due_at_ms', '<=', nowMs)
        .orderBy('feed_due_at_ms')
        .limit(1)
        .executeTakeFirst()
      if (dueRow?.channel_id == null) return null
      await tx
        .updateTable('discord_servers')
        .set({ feed_due_at_ms: dueAtMs })
        .where('guild_id', '=', dueRow.guild_id)
        .execute()
      return { guildId: dueRow.guild_id, channelId: dueRow.channel_id, afterMs: dueRow.feed_after_ms }
    })
  }

  /** @param afterMs avatars added up to this moment were posted or skipped. */
  async noteFeedSent(guildId: string, afterMs: number): Promise<void> {
    await this.#save(guildId, { feed_after_ms: afterMs })
  }

  async postponeFeed(guildId: string, dueAtMs: number): Promise<void> {
    await this.#save(guildId, { feed_due_at_ms: dueAtMs })
  }

  async stopFeed(guildId: string): Promise<void> {
    await this.#save(guildId, { has_feed: 0 })
  }

  async #save(guildId: string, columns: Partial<DiscordTables['discord_servers']>): Promise<void> {
    await this.execute(tx =>
      tx
        .insertInto('discord_servers')
        .values({ ...DEFAULT_ROW, guild_id: guildId, ...columns })
        .onConflict(oc => oc.column('guild_id').doUpdateSet(columns)),
    )
  }
}

const DEFAULT_ROW = {
  is_enabled: Number(DEFAULT_SETTINGS.enabled),
  is_private: Number(DEFAULT_SETTINGS.private),
  channel_id: DEFAULT_SETTINGS.channel,
  has_feed: Number(DEFAULT_SETTINGS.feed),
  feed_after_ms: 0,
  feed_due_at_ms: 0,
}
