import { setTimeout as delay } from 'node:timers/promises'
import type { Balancer } from './balancer.ts'

const PAUSE_MS = 25
/** A limit is for one minute: what is allowed later is not counted. */
const WINDOW_MS = 59_000

/** One address that asks more than it may, on all processes in turn. */
export class GreedyClient {
  allowed = 0
  refused = 0
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>

  constructor(balancer: Balancer, address: string) {
    this.#running = this.#run(balancer, address)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(balancer: Balancer, address: string): Promise<void> {
    const { signal } = this.#stopping
    const startedMs = performance.now()
    while (!signal.aborted && performance.now() - startedMs < WINDOW_MS) {
      const { reply } = await balancer.send({ method: 'GET', path: '/avatars/tags', address })
      if (reply?.status === 200) this.allowed++
      if (reply?.status === 429) this.refused++
      await delay(PAUSE_MS, undefined, { signal }).catch(() => {})
    }
  }
}
