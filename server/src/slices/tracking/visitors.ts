import type { Device } from '@avatary/contract/tracking'
import { LRUCache } from 'lru-cache'

/** The properties of a user agent that are needed, without its text. */
export interface Visitor {
  /** True for a program that visits by itself. */
  isBot: boolean
  /** Null when unknown. */
  device: Device | null
}

interface UserAgentRules {
  isBot: (userAgent: string) => boolean
  deviceOf: (userAgent: string) => Device | null
}

/** User agents are cut to this length, since nothing beyond it matters. */
const MAX_USER_AGENT_LENGTH = 512
const MAX_CACHED_USER_AGENTS = 4096

/** Parses user agents and caches the results in memory: most requests have one of a few thousand. */
export class Visitors {
  readonly #cache: LRUCache<string, Visitor>

  constructor({ isBot, deviceOf }: UserAgentRules) {
    const memoMethod = (text: string): Visitor =>
      isBot(text) ? { isBot: true, device: null } : { isBot: false, device: deviceOf(text) }
    this.#cache = new LRUCache({ max: MAX_CACHED_USER_AGENTS, memoMethod })
  }

  visitorOf(userAgent = ''): Visitor {
    const text = userAgent.slice(0, MAX_USER_AGENT_LENGTH)
    return this.#cache.peek(text) ?? this.#cache.memo(text)
  }
}
