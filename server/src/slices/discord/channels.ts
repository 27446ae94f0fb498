import { ChannelType } from 'discord-api-types/v10'
import { LRUCache } from 'lru-cache'
import { cacheTime } from '../../kernel/clock.ts'
import type { ApiChannel } from './api-shapes.ts'

const CACHE_MS = 60_000
const MAX_CACHED = 10_000

/** A channel as an interaction has it, which may leave out any field but the id. */
export type PartialChannel = Pick<ApiChannel, 'id'> & Partial<Omit<ApiChannel, 'id'>>

/** The channel of an interaction, as far as the answer depends on it. */
export interface InteractionChannel {
  /** A thread's is that of its channel, which the settings name. Null when unknown. */
  readonly channelId: string | null
  /** False also when unknown, and in direct messages. */
  readonly isAgeRestricted: boolean
}

export interface ChannelsDeps {
  /** Null when Discord does not answer or refuses. */
  readonly fetchChannel: (channelId: string) => Promise<PartialChannel | null>
  readonly now: () => number
}

/** Finds the channel of an interaction; asks Discord for the fields that the interaction leaves out. */
export class Channels {
  readonly #cache: LRUCache<string, Promise<PartialChannel | null>>

  constructor(deps: ChannelsDeps) {
    this.#cache = new LRUCache({
      max: MAX_CACHED,
      ttl: CACHE_MS,
      ttlResolution: 0,
      perf: cacheTime(deps),
      memoMethod: deps.fetchChannel,
    })
  }

  async channelOf(origin: {
    channel?: PartialChannel | null
    channel_id?: string
  }): Promise<InteractionChannel> {
    const { channel = null, channel_id: id = channel?.id } = origin
    const known = isSufficient(channel) ? channel : id === undefined ? null : await this.find(id)
    if (known === null) return { channelId: id ?? null, isAgeRestricted: false }
    if (!THREADS.has(known.type)) return { channelId: known.id, isAgeRestricted: known.nsfw === true }
    const { parent_id: parentId = null } = known
    if (parentId === null) return { channelId: null, isAgeRestricted: false }
    const parent = await this.find(parentId)
    return { channelId: parentId, isAgeRestricted: parent?.nsfw === true }
  }

  find(channelId: string): Promise<PartialChannel | null> {
    return this.#cache.memo(channelId)
  }
}

const THREADS: ReadonlySet<number | undefined> = new Set([
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
])

/** True when no request is needed; for a thread, `find` gets its channel anyway. */
function isSufficient(channel: PartialChannel | null): channel is PartialChannel {
  return channel !== null && (THREADS.has(channel.type) || channel.nsfw !== undefined)
}
