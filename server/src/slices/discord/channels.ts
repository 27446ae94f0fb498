import { ChannelType } from 'discord-api-types/v10'
import { LRUCache } from 'lru-cache'
import { type Clock, cacheTime } from '../../kernel/clock.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { ApiChannel } from './api-shapes.ts'

const CACHE_MS = MINUTE_MS
const MAX_CACHED_CHANNELS = 10_000

/** A channel as interactions describe it: every field but the id may be missing. */
export type PartialChannel = Pick<ApiChannel, 'id'> & Partial<Omit<ApiChannel, 'id'>>

/** The properties of an interaction's channel that affect the answer. */
export interface InteractionChannel {
  /** For a thread this is its channel, which settings name. Null when unknown. */
  readonly channelId: string | null
  /** Also false when unknown, and in direct messages. */
  readonly isAgeRestricted: boolean
}

/** The parts of an interaction that say where it was used. */
export interface InteractionOrigin {
  readonly guild_id?: string
  readonly channel?: PartialChannel | null
  readonly channel_id?: string
}

export interface ChannelsDeps {
  /** Resolves to null when Discord does not answer or refuses. */
  readonly fetchChannel: (channelId: string) => Promise<PartialChannel | null>
  readonly clock: Clock
}

/** Finds the channel of an interaction, and asks Discord for fields that the interaction omits. */
export class Channels {
  readonly #cache: LRUCache<string, Promise<PartialChannel | null>>

  constructor({ fetchChannel, clock }: ChannelsDeps) {
    this.#cache = new LRUCache({
      max: MAX_CACHED_CHANNELS,
      ttl: CACHE_MS,
      ttlResolution: 0,
      perf: cacheTime(clock),
      memoMethod: fetchChannel,
    })
  }

  async channelOf({ channel, channel_id: id = channel?.id }: InteractionOrigin): Promise<InteractionChannel> {
    const sufficientChannel = isSufficient(channel) ? channel : id === undefined ? null : await this.find(id)
    if (sufficientChannel === null) return { channelId: id ?? null, isAgeRestricted: false }
    if (!THREAD_TYPES.has(sufficientChannel.type))
      return { channelId: sufficientChannel.id, isAgeRestricted: sufficientChannel.nsfw === true }
    const { parent_id: parentId = null } = sufficientChannel
    if (parentId === null) return { channelId: null, isAgeRestricted: false }
    const parent = await this.find(parentId)
    return { channelId: parentId, isAgeRestricted: parent?.nsfw === true }
  }

  find(channelId: string): Promise<PartialChannel | null> {
    return this.#cache.memo(channelId)
  }
}

const THREAD_TYPES: ReadonlySet<number | undefined> = new Set([
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
])

/** True when Discord need not be asked. For threads, `find` fetches the parent channel anyway. */
function isSufficient(channel: PartialChannel | null | undefined): channel is PartialChannel {
  return channel != null && (THREAD_TYPES.has(channel.type) || channel.nsfw !== undefined)
}
