import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Timer, unlessLate } from '../../kernel/clock.ts'

/** The members for messages that `process` of a child and `ChildProcess` of its parent have in common. */
export interface ProcessPort {
  send?: ((message: Message) => boolean) | undefined
  readonly connected: boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
}

/** The signal that all processes got, or `replaced` when another process takes over from this one. */
export type StopReason = 'SIGTERM' | 'SIGINT' | 'replaced'

/**
 * `metrics` asks for the other side's metrics; `arrivals` only for confirmation that it has read all earlier messages.
 */
type Question = 'metrics' | 'arrivals'

/** A supervisor stays while its processes are upgraded, so the names of these fields are those of earlier versions. */
type Message =
  | { kind: 'ask'; id: number; about: Question }
  | { kind: 'answer'; id: number; text: string }
  | { kind: 'ready'; residentBytes: number }
  | { kind: 'stop'; how: StopReason }

/** Milliseconds after which an answer no longer counts. */
const ANSWER_MS = 2000

export interface ChannelDeps {
  clock: Timer
  /** Returns the metrics with which this side answers. */
  metrics: () => Promise<string>
  /** Called when the other side is ready. */
  ready?: (residentBytes: number) => void
  stop?: (reason: StopReason) => void
}

export class Channel {
  readonly #port: ProcessPort
  readonly #clock: Timer
  readonly #receivers = new Map<number, (text: string) => void>()
  #lastId = 0

  constructor(port: ProcessPort, { clock, metrics, ready, stop }: ChannelDeps) {
    this.#port = port
    this.#clock = clock
    port.on('message', data => {
      const message = data as Message
      if (message.kind === 'ready') ready?.(message.residentBytes)
      if (message.kind === 'stop') stop?.(message.how)
      if (message.kind === 'answer') this.#receivers.get(message.id)?.(message.text)
      if (message.kind !== 'ask') return
      const { id, about } = message
      const answer = about === 'metrics' ? metrics() : nextTurn('')
      void answer.then(text => this.#send({ kind: 'answer', id, text }))
    })
  }

  /** The metrics of the other side; null when it does not answer. */
  async askForMetrics(): Promise<string | null> {
    return await this.#ask('metrics')
  }

  /**
   * Resolves when this side has received every connection that the other side accepted before, or when there is no
   * answer.
   * @returns true when the other side answered.
   */
  async awaitArrivals(): Promise<boolean> {
    return (await this.#ask('arrivals')) !== null
  }

  async #ask(question: Question): Promise<string | null> {
    if (!this.#port.connected) return null
    const id = ++this.#lastId
    const { promise, resolve } = Promise.withResolvers<string>()
    this.#receivers.set(id, resolve)
    this.#send({ kind: 'ask', id, about: question })
    return await unlessLate(promise, ANSWER_MS, this.#clock).finally(() => this.#receivers.delete(id))
  }

  tellReady(): void {
    this.#send({ kind: 'ready', residentBytes: process.memoryUsage.rss() })
  }

  tellStop(reason: StopReason): void {
    this.#send({ kind: 'stop', how: reason })
  }

  /** Does nothing when the other side has ended. */
  #send(message: Message): void {
    if (this.#port.connected) this.#port.send?.(message)
  }
}
