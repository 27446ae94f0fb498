import { setTimeout as delay } from 'node:timers/promises'
import { ask, isReady, type Reply, type Sent } from './balancer.ts'
import type { ServiceProcess } from './service-process.ts'
import { ORIGIN, type Person, READ_LIMIT, type TestSystem } from './system.ts'

const PAUSE_MS = 50
const PATIENCE_MS = 60_000
const ANSWER_MS = 2000

/** Checks whether everything works on every process. */
export class Wellness {
  readonly #system: TestSystem
  readonly #person: Person
  #probes = 0
  #submitted = 0

  /** @param person whose data no other client writes. */
  constructor(system: TestSystem, person: Person) {
    this.#system = system
    this.#person = person
  }

  /**
   * Waits until each process is ready, reads and writes, all processes share limits, and a submission can be found.
   * @returns the check that took longest, and its milliseconds, which are infinite when it did not pass within a
   * minute.
   */
  async reached(): Promise<{ ms: number; last: string }> {
    const startedMs = performance.now()
    const avatarId = this.#system.unindexed.at(-1 - this.#submitted++)!
    const signs: readonly [name: string, holds: () => Promise<boolean>][] = [
      ['processes ready', () => this.#areReady()],
      ['writes', () => this.#write()],
      ['limits shared', () => this.#countTogether()],
      ['submissions indexed', () => this.#isIndexed(avatarId)],
    ]
    const ends = await Promise.all(
      signs.map(async ([last, holds]) => {
        const isReached = await holdsWithin(holds)
        return { last, ms: isReached ? performance.now() - startedMs : Number.POSITIVE_INFINITY }
      }),
    )
    return ends.reduce((a, b) => (a.ms > b.ms ? a : b))
  }

  async #areReady(): Promise<boolean> {
    const { apis, worker } = this.#system
    const ready = await Promise.all([...apis, ...(worker === null ? [] : [worker])].map(isReady))
    return ready.every(Boolean)
  }

  async #write(): Promise<boolean> {
    const headers = { Cookie: this.#person.cookie, Origin: ORIGIN }
    const sent = { method: 'PUT', path: '/account/settings', headers, body: { compactGrid: true } }
    return (await this.#onEach(sent)).every(reply => reply?.status === 200)
  }

  /**
   * Each of several requests from one address must lower the remaining limit by one. For a minute after Redis lost its
   * data the answers tell the smaller share of a process, so then only the connections show that limits are shared.
   */
  async #countTogether(): Promise<boolean> {
    const address = this.#address()
    const left: number[] = []
    for (const process of [...this.#system.apis, ...this.#system.apis]) {
      const reply = await this.#ask(process, { method: 'GET', path: '/avatars/tags', address })
      if (reply !== null && Number(reply.headers.get('RateLimit-Limit')) < READ_LIMIT)
        return await this.#haveRedis()
      left.push(Number(reply?.headers.get('RateLimit-Remaining') ?? Number.NaN))
    }
    return left.every((remaining, at) => remaining === left[0]! - at)
  }

  async #haveRedis(): Promise<boolean> {
    const headers = { Authorization: `Bearer ${this.#system.adminToken}` }
    const replies = await this.#onEach({ method: 'GET', path: '/../metrics', headers })
    return replies.every(reply => /^avatary_redis_available 1$/m.test(reply?.text ?? ''))
  }

  /** Submits an avatar, and checks whether each process finds it. */
  async #isIndexed(avatarId: string): Promise<boolean> {
    const [process] = this.#system.apis
    const sent = { method: 'POST', path: '/avatars/submit', body: { avatarId }, address: this.#address() }
    await this.#ask(process!, sent)
    const found = await this.#onEach({ method: 'GET', path: `/avatars/search?q=${avatarId}` })
    return found.every(reply => reply?.status === 200 && reply.text.includes(avatarId))
  }

  async #onEach(sent: Omit<Sent, 'address'>): Promise<(Reply | null)[]> {
    const address = this.#address()
    return await Promise.all(this.#system.apis.map(process => this.#ask(process, { ...sent, address })))
  }

  #ask(process: ServiceProcess, sent: Sent): Promise<Reply | null> {
    return ask(process, sent, AbortSignal.timeout(ANSWER_MS)).catch(() => null)
  }

  /** A new address for each probe, to stay within every limit. */
  #address(): string {
    const number = this.#probes++
    return `192.168.${(number >> 8) & 255}.${number & 255}`
  }
}

async function holdsWithin(holds: () => Promise<boolean>): Promise<boolean> {
  const givesUpAtMs = performance.now() + PATIENCE_MS
  while (!(await holds())) {
    if (performance.now() > givesUpAtMs) return false
    await delay(PAUSE_MS)
  }
  return true
}
