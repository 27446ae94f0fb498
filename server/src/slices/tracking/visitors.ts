import type { Device } from '@avatary/contract/tracking'

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
 * so many others came that all are forgotten.
 */
export class Visitors {
  readonly #rules: { isBot: BotRule; deviceOf: DeviceRule }
  readonly #known = new Map<string, Visitor>()

  constructor(rules: { isBot: BotRule; deviceOf: DeviceRule }) {
    this.#rules = rules
  }

  of(userAgent = ''): Visitor {
    const text = userAgent.slice(0, LONGEST)
    const known = this.#known.get(text)
    if (known !== undefined) return known
    if (this.#known.size >= MOST_KNOWN) this.#known.clear()
    const isBot = this.#rules.isBot(text)
    const visitor = { isBot, device: isBot ? null : this.#rules.deviceOf(text) }
    this.#known.set(text, visitor)
    return visitor
  }
}
