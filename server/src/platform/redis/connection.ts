import type { Log } from '../../kernel/log.ts'
import type { newClient } from './client.ts'

/** Timeout of an answer in milliseconds. It is short because the server is nearby and a request waits. */
const ANSWER_MS = 100
const CONNECT_MS = 1000

/** Thrown when Redis could not be asked, or did not answer in time and as expected. */
export class RedisUnavailableError extends Error {
  override readonly name = 'RedisUnavailableError'
}

export interface RedisConnectionDeps {
  /** `redis://…`, `rediss://…` or `unix:PATH`. */
  url: string
  log: Log
  /** Timeout of an answer in milliseconds; for tests. */
  answerMs?: number
}

type Client = ReturnType<typeof newClient>

/**
 * One connection to Valkey or Redis. After any failure it counts as away: nothing is asked until `check` has
 * reconnected. Commands of one turn of the event loop are sent together.
 */
export class RedisConnection {
  readonly #deps: Required<RedisConnectionDeps>
  #client: Client | null = null
  #isReported = false

  constructor(deps: RedisConnectionDeps) {
    this.#deps = { answerMs: ANSWER_MS, ...deps }
  }

  get isAvailable(): boolean {
    return this.#client !== null
  }

  /** @throws RedisUnavailableError: at once while the server is away, otherwise after at most a tenth of a second. */
  async ask<T>(send: (client: Client) => Promise<T>): Promise<T> {
    const client = this.#client
    if (client === null) throw new RedisUnavailableError('Redis is away')
    try {
      return await withTimeout(send(client), this.#deps.answerMs)
    } catch (error) {
      this.#lose(client, error)
      throw new RedisUnavailableError('Redis does not answer', { cause: error })
    }
  }

  /** Reconnects if the server is away, and sends it a command that must succeed. Never throws. */
  async check(ask: (client: Client) => Promise<unknown>): Promise<void> {
    const client = this.#client ?? (await this.#newClient())
    try {
      if (this.#client === null) await withTimeout(client.connect(), CONNECT_MS)
      await withTimeout(ask(client), this.#deps.answerMs)
    } catch (error) {
      return this.#lose(client, error)
    }
    if (this.#client !== null) return
    client.on('error', error => this.#lose(client, error))
    this.#client = client
    if (this.#isReported)
      this.#deps.log.warn({ event: 'redis-back' }, 'Redis is back; limits are shared again')
    this.#isReported = false
  }

  /** Loads the library with the first connection: it is a fifth of the code that a start would load. */
  async #newClient(): Promise<Client> {
    const { newClient } = await import('./client.ts')
    return newClient(this.#deps.url, CONNECT_MS)
  }

  close(): void {
    this.#client?.destroy()
    this.#client = null
  }

  #lose(client: Client, error: unknown): void {
    client.destroy()
    if (this.#client !== null && this.#client !== client) return
    this.#client = null
    if (this.#isReported) return
    this.#isReported = true
    const reason = error instanceof Error ? error.message : String(error)
    this.#deps.log.error(
      { event: 'redis-away', reason },
      'Redis is away; each process limits requests by itself, by its share',
    )
  }
}

/** @throws after `ms`, unless the answer arrived while the event loop was blocked. */
async function withTimeout<T>(answer: Promise<T>, ms: number): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(new RedisUnavailableError(`No answer within ${ms} ms`))
  const timer = setTimeout(() => setImmediate(giveUp), ms)
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer)
  }
}
