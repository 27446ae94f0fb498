import { ChannelType } from 'discord-api-types/v10'
import { LRUCache } from 'lru-cache'
import { cacheTime } from '../../kernel/clock.ts'
import type { ApiChannel } from './api-shapes.ts'

/** How long Discord's word on a channel is gone by, also that it gives none. */
const KEPT_MS = 60_000
/** Channels of which that is kept. */
const MOST_KEPT = 10_000

/** A channel as Discord tells of it: whole, or in part with what was asked there. */
export type ChannelFacts = Pick<ApiChannel, 'id'> & Partial<Omit<ApiChannel, 'id'>>

/** Where somebody asks, as far as the answer depends on it. */
export interface Place {
  /** The channel that settings name: a thread is a part of its channel. Null when it cannot be told. */
  readonly channelId: string | null
  /** False also when it cannot be told, and in direct messages. */
  readonly isAgeRestricted: boolean
}

export interface ChannelsDeps {
  /** Asks Discord for a channel; null when it gives none. */
  readonly ask: (channelId: string) => Promise<ChannelFacts | null>
  readonly now: () => number
}

/** Tells where interactions come from; Discord is asked for what they do not say themselves. */
export class Channels {
  readonly #kept: LRUCache<string, Promise<ChannelFacts | null>>

  constructor(deps: ChannelsDeps) {
    this.#kept = new LRUCache({
      max: MOST_KEPT,
      ttl: KEPT_MS,
      ttlResolution: 0,
      perf: cacheTime(deps),
      memoMethod: deps.ask,
    })
  }

  /** @param asked the place as an interaction tells it: the channel itself, or its id alone. */
  async placeOf(asked: { channel?: ChannelFacts | null; channel_id?: string }): Promise<Place> {
    const { channel = null, channel_id: id = channel?.id } = asked
    const known = isTold(channel) ? channel : id === undefined ? null : await this.find(id)
    if (known === null) return { channelId: id ?? null, isAgeRestricted: false }
    if (!THREADS.has(known.type)) return { channelId: known.id, isAgeRestricted: known.nsfw === true }
    const { parent_id: parentId = null } = known
    if (parentId === null) return { channelId: null, isAgeRestricted: false }
    const parent = await this.find(parentId)
    return { channelId: parentId, isAgeRestricted: parent?.nsfw === true }
  }

  find(channelId: string): Promise<ChannelFacts | null> {
    return this.#kept.memo(channelId)
  }
}

const THREADS: ReadonlySet<number | undefined> = new Set([
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
])

/** Whether an interaction says all that is needed: a thread does not say whether its channel is age-restricted. */
function isTold(channel: ChannelFacts | null): channel is ChannelFacts {
  return channel !== null && (THREADS.has(channel.type) || channel.nsfw !== undefined)
}
