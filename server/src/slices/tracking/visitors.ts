import type { Device } from '@avatary/contract/tracking'
import { LRUCache } from 'lru-cache'

/** Whether a user agent is that of a program that visits by itself. */
export type BotRule = (userAgent: string) => boolean

/** The device family of a user agent; null when it cannot be told. */
export type DeviceRule = (userAgent: string) => Device | null

/** What is kept of a user agent: never the text itself. */
export interface Visitor {
  isBot: boolean
  device: Device | null
}

/** A longer user agent is cut here: what follows tells nothing that is looked for. */
const LONGEST = 512
const MOST_KNOWN = 4096

/**
 * Reads user agents, each once: most requests bear one of a few thousand. The texts are kept in memory only, until
 * many others came.
 */
export class Visitors {
  readonly #known: LRUCache<string, Visitor>

  constructor({ isBot, deviceOf }: { isBot: BotRule; deviceOf: DeviceRule }) {
    const memoMethod = (text: string): Visitor =>
      isBot(text) ? { isBot: true, device: null } : { isBot: false, device: deviceOf(text) }
    this.#known = new LRUCache({ max: MOST_KNOWN, memoMethod })
  }

  of(userAgent = ''): Visitor {
    return this.#known.memo(userAgent.slice(0, LONGEST))
  }
}
