import type { Device } from '@avatary/contract/tracking'
import { LRUCache } from 'lru-cache'

/** True for the user agent of a program that visits by itself. */
export type BotRule = (userAgent: string) => boolean

/** Returns the device family of a user agent; null when unknown. */
export type DeviceRule = (userAgent: string) => Device | null

/** The properties of a user agent that are needed, without its text. */
export interface Visitor {
  isBot: boolean
  device: Device | null
}

/** User agents are cut to this length, since nothing beyond it matters. */
const MAX_LENGTH = 512
const MAX_CACHED = 4096

/** Parses user agents and caches the results in memory: most requests have one of a few thousand. */
export class Visitors {
  readonly #cache: LRUCache<string, Visitor>

  constructor({ isBot, deviceOf }: { isBot: BotRule; deviceOf: DeviceRule }) {
    const memoMethod = (text: string): Visitor =>
      isBot(text) ? { isBot: true, device: null } : { isBot: false, device: deviceOf(text) }
    this.#cache = new LRUCache({ max: MAX_CACHED, memoMethod })
  }

  of(userAgent = ''): Visitor {
    const text = userAgent.slice(0, MAX_LENGTH)
    return this.#cache.peek(text) ?? this.#cache.memo(text)
  }
}
