import { setTimeout as delay } from 'node:timers/promises'
import { idOf } from '../store/fixtures.ts'
import type { Balancer, Outcome, Sent } from './balancer.ts'
import type { Ledger, Value } from './ledger.ts'
import { AVATARS, ORIGIN, type Person, type TestSystem, WORDS } from './system.ts'
import type { Tally } from './tally.ts'
import type { Views } from './views.ts'

/** Number of avatars that people view, like and save; operators block the others. */
export const LIKED_AVATARS = 40
const PAGE_SIZES = [12, 24, 36, 48, 60]
/** Visits of programs would not be counted. */
const BROWSER = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)' }

export interface LoadDeps {
  readonly system: TestSystem
  readonly balancer: Balancer
  readonly tally: Tally
  readonly ledger: Ledger
  readonly views: Views
}

/** The clients that are no people, for the tally. */
const SUBMITTER = {}
const OPERATOR = {}

/** People, a submitter and an operator; each sends one request after the other. */
export class Clients {
  readonly people: readonly Person[]
  readonly #deps: LoadDeps
  readonly #stopping = new AbortController()
  readonly #loops: Promise<void>[]
  #addresses = 0
  #submitted = 0
  #blocked = 0
  #busy = 0
  #isPaused = false

  /** @param pauseMs milliseconds between two requests of a person. */
  constructor(deps: LoadDeps, people: readonly Person[], pauseMs: number) {
    this.#deps = deps
    this.people = people
    this.#loops = [
      ...people.map(person => this.#loop(pauseMs, () => this.#act(person))),
      this.#loop(500, () => this.#submit()),
      this.#loop(500, () => this.#moderate()),
    ]
  }

  /** Resolves when no request is in progress. */
  async pause(): Promise<void> {
    this.#isPaused = true
    while (this.#busy > 0) await delay(10)
  }

  resume(): void {
    this.#isPaused = false
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#loops)
  }

  async #loop(pauseMs: number, act: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await delay(pauseMs * (0.5 + Math.random()))
      if (this.#isPaused) continue
      this.#busy++
      await act().finally(() => this.#busy--)
    }
  }

  async #act(person: Person): Promise<void> {
    const id = idOf(Math.floor(Math.random() * LIKED_AVATARS))
    const choice = Math.random()
    if (choice < 0.55) await this.#search(person)
    else if (choice < 0.7) await this.#view(person, id)
    else if (choice < 0.82) await this.#toggle(person, 'like', `/likes/${id}`, id)
    else if (choice < 0.94) await this.#toggle(person, 'save', `/favorites/${id}`, id)
    else await this.#setPageSize(person)
  }

  async #search(person: Person): Promise<void> {
    const word = WORDS[Math.floor(Math.random() * WORDS.length)]!
    await this.#expect(person, [200], {
      method: 'GET',
      path: `/avatars/search?q=${word}&offset=${Math.floor(Math.random() * 40)}`,
      address: this.#address(),
    })
  }

  /**
   * Reports a view. Views that worlds report are not tested, because their acknowledgement does not promise this
   * (docs/operate.md).
   */
  async #view(person: Person, id: string): Promise<void> {
    const { views } = this.#deps
    const sentMs = performance.now()
    const { reply, unsure } = await this.#expect(person, [200], {
      method: 'POST',
      path: `/avatars/${id}/track`,
      headers: BROWSER,
      body: { event: 'view', source: 'search' },
      address: this.#address(),
    })
    views.unsure(id, unsure)
    if (reply?.status === 200) views.acknowledged(id, reply.by, sentMs)
  }

  async #toggle(person: Person, kind: 'like' | 'save', path: string, id: string): Promise<void> {
    const key = `${kind} ${person.name} ${id}`
    const value = this.#deps.ledger.valueOf(key) !== true
    await this.#write(person, key, value, { ...asPerson(person), method: value ? 'PUT' : 'DELETE', path })
  }

  async #setPageSize(person: Person): Promise<void> {
    const value = PAGE_SIZES[Math.floor(Math.random() * PAGE_SIZES.length)]!
    const body = { resultsPerPage: value }
    const sent = { ...asPerson(person), method: 'PUT', path: '/account/settings', body }
    await this.#write(person, `setting ${person.name}`, value, sent)
  }

  async #submit(): Promise<void> {
    const avatarId = this.#deps.system.unindexed[this.#submitted++]!
    const sent = { method: 'POST', path: '/avatars/submit', body: { avatarId } }
    // A repeated submission is answered 409 if the first one was accepted.
    await this.#write(SUBMITTER, `submission ${avatarId}`, true, sent, [200, 409])
  }

  /** Blocks one avatar after the other, and unblocks every second one. */
  async #moderate(): Promise<void> {
    const turn = this.#blocked++
    const isBlocked = turn % 3 !== 2
    const id = idOf(LIKED_AVATARS + ((isBlocked ? turn : turn - 1) % (AVATARS - LIKED_AVATARS)))
    await this.#write(OPERATOR, `block ${id}`, isBlocked, {
      method: isBlocked ? 'PUT' : 'DELETE',
      path: `/admin/blocks/${id}`,
      headers: { Authorization: `Bearer ${this.#deps.system.adminToken}` },
      ...(isBlocked && { body: { reason: 'stolen' } }),
    })
  }

  async #write(
    client: object,
    key: string,
    value: Value,
    sent: Omit<Sent, 'address'>,
    expected: readonly number[] = [200],
  ): Promise<void> {
    const { ledger } = this.#deps
    if (ledger.isOpen(key)) return
    const { reply, unsure } = await this.#expect(client, expected, { ...sent, address: this.#address() })
    if (unsure > 0) ledger.leaveOpen(key, value)
    if (reply !== null && expected.includes(reply.status)) ledger.acknowledge(key, value)
  }

  async #expect(client: object, expected: readonly number[], sent: Sent): Promise<Outcome> {
    const { balancer, tally } = this.#deps
    const sentMs = performance.now()
    const outcome = await balancer.send(sent)
    const status = outcome.reply?.status ?? 0
    const isExpected = expected.includes(status)
    if (!isExpected && status !== 0 && status < 500)
      tally.wrong.push(`${status} to ${sent.method} ${sent.path}`)
    tally.ended(client, isExpected, sentMs)
    return outcome
  }

  /** A new address after a few requests, to stay within every limit. */
  #address(): string {
    const number = this.#addresses++ >> 3
    return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  }
}

function asPerson({ cookie }: Person) {
  return { headers: { Cookie: cookie, Origin: ORIGIN } }
}
