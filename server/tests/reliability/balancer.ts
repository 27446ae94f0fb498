import { setTimeout as delay } from 'node:timers/promises'
import type { ServiceProcess } from './service-process.ts'
import type { Tally } from './tally.ts'

/** Interval of readiness checks; an answer may take twice that. */
const CHECK_MS = 500
/** Longer than a process takes to detect that its database does not answer. */
const ANSWER_MS = 10_000

export interface Sent {
  readonly method: string
  /** Relative to the URL of the interface. */
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** The client's address. */
  readonly address: string
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Name of the process that answered. */
  readonly by: string
}

export interface Outcome {
  /** The last answer; null when no process answered. */
  readonly reply: Reply | null
  /** Number of attempts that got no answer or a 503: each may have taken effect, or may yet. */
  readonly unsure: number
}

interface Member {
  readonly process: ServiceProcess
  isUp: boolean
  /** Aborted when the process is found to be down, so that its pending requests are retried elsewhere. */
  down: AbortController
}

/**
 * Distributes requests among processes as a load balancer does: it skips those that are not ready, and retries on
 * another one when a process does not answer or answers 503.
 */
export class Balancer implements Disposable {
  readonly #members: readonly Member[]
  readonly #tally: Tally
  readonly #closing = new AbortController()
  #turn = 0

  constructor(processes: readonly ServiceProcess[], tally: Tally) {
    this.#members = processes.map(process => ({ process, isUp: true, down: new AbortController() }))
    this.#tally = tally
    for (const member of this.#members) void this.#watch(member)
  }

  /** Resolves when an attempt got an answer other than 503, or when every process was tried. */
  async send(sent: Sent): Promise<Outcome> {
    let unsure = 0
    let reply: Reply | null = null
    for (const member of this.#inTurn()) {
      reply = await this.#attempt(member, sent)
      if (reply !== null && reply.status !== 503) break
      unsure++
    }
    return { reply, unsure }
  }

  /** For streams: the URL of the next process that is up, and a signal that aborts when it is found to be down. */
  next(): { baseUrl: string; down: AbortSignal } | null {
    const [member] = this.#inTurn()
    const baseUrl = member?.process.baseUrl
    return baseUrl ? { baseUrl, down: member!.down.signal } : null
  }

  [Symbol.dispose](): void {
    this.#closing.abort()
    for (const { down } of this.#members) down.abort()
  }

  /** The processes that are up, starting with the next; all of them when none is up. */
  #inTurn(): Member[] {
    const up = this.#members.filter(({ isUp }) => isUp)
    const members = up.length === 0 ? this.#members : up
    const first = this.#turn++ % members.length
    return [...members.slice(first), ...members.slice(0, first)]
  }

  async #attempt(member: Member, sent: Sent): Promise<Reply | null> {
    const what = `${sent.method} ${sent.path}`
    try {
      const signal = AbortSignal.any([member.down.signal, AbortSignal.timeout(ANSWER_MS)])
      const reply = await ask(member.process, sent, signal)
      this.#tally.attempt({ status: reply.status, retryAfter: reply.headers.get('Retry-After'), what })
      return reply
    } catch {
      this.#tally.attempt({ status: 0, retryAfter: null, what })
      return null
    }
  }

  async #watch(member: Member): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      const isUp = await isReady(member.process)
      if (member.isUp && !isUp) {
        member.down.abort()
        member.down = new AbortController()
      }
      member.isUp = isUp
      await delay(CHECK_MS, undefined, { signal }).catch(() => {})
    }
  }
}

/** @throws when the process is not running or does not answer. */
export async function ask(process: ServiceProcess, sent: Sent, signal: AbortSignal): Promise<Reply> {
  const { baseUrl } = process
  if (baseUrl === null) throw new Error(`${process.name} does not run`)
  const { method, path, body, headers, address } = sent
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      'X-Forwarded-For': address,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal,
  })
  return { status: response.status, headers: response.headers, text: await response.text(), by: process.name }
}

export async function isReady({ baseUrl }: ServiceProcess): Promise<boolean> {
  if (baseUrl === null) return false
  try {
    const response = await fetch(`${baseUrl}/ready`, { signal: AbortSignal.timeout(2 * CHECK_MS) })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}
