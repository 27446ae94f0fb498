import { setTimeout as delay } from 'node:timers/promises'
import type { Balancer } from './balancer.ts'

const PAUSE_MS = 25
/** Concurrent requests, so that the client exceeds the limit even on a busy machine. */
const AT_ONCE = 4
const PATIENCE_MS = 20_000
/** A limit is per minute, so requests that are allowed later do not count. */
const WINDOW_MS = 59_000

/** An address that sends more requests than it may, to all processes in turn. */
export class GreedyClient {
  allowed = 0
  refused = 0
  readonly #stopping = new AbortController()
  readonly #running: Promise<unknown>
  readonly #firstRefusal = Promise.withResolvers<void>()

  constructor(balancer: Balancer, address: string) {
    const startedMs = performance.now()
    const loops = Array.from({ length: AT_ONCE }, () => this.#run(balancer, address, startedMs))
    this.#running = Promise.all(loops)
  }

  /** Resolves when the client has reached its limit, or after 20 seconds. */
  async hadLimit(): Promise<void> {
    await Promise.race([this.#firstRefusal.promise, delay(PATIENCE_MS, undefined, { ref: false })])
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(balancer: Balancer, address: string, startedMs: number): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted && performance.now() - startedMs < WINDOW_MS) {
      const { reply } = await balancer.send({ method: 'GET', path: '/avatars/tags', address })
      if (reply?.status === 200) this.allowed++
      if (reply?.status === 429) this.#refuse()
      await delay(PAUSE_MS, undefined, { signal }).catch(() => {})
    }
  }
  #refuse(): void {
    this.refused++
    this.#firstRefusal.resolve()
  }
}
