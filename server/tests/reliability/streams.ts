import { setTimeout as delay } from 'node:timers/promises'
import type { EventFrame } from '@avatary/contract/events'
import type { Balancer } from './balancer.ts'
import type { Ledger } from './ledger.ts'

const RECONNECT_MS = 500
const EVENT = /^id: (\d+)\ndata: (.+)$/m

/** A client of `/avatars/events` that resumes on another process when its process is gone. */
export class EventStream {
  readonly #balancer: Balancer
  readonly #address: string
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  /** The last known state and number of likes of each avatar. */
  readonly #blocked = new Map<string, boolean>()
  readonly #likes = new Map<string, number>()
  #lastId = '0'

  constructor(balancer: Balancer, address: string) {
    this.#balancer = balancer
    this.#address = address
    this.#running = this.#run()
  }

  /** @returns avatars whose events differ from what was acknowledged. */
  differences(ledger: Ledger, likedIds: readonly string[]): string[] {
    const blocks = ledger
      .keys('block ')
      .map(key => key.slice('block '.length))
      .filter(id => (this.#blocked.get(id) ?? false) !== ledger.valueOf(`block ${id}`))
    const likes = likedIds.filter(id => (this.#likes.get(id) ?? 0) !== ledger.likesOf(id))
    return [
      ...blocks.map(id => `the stream missed a block of ${id}`),
      ...likes.map(id => `likes of ${id} on the stream`),
    ]
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      // Streams are meant to end here.
      await this.#read().catch(() => {})
      await delay(RECONNECT_MS, undefined, { signal }).catch(() => {})
    }
  }

  async #read(): Promise<void> {
    const next = this.#balancer.next()
    if (next === null) return
    const { body } = await fetch(`${next.baseUrl}/avatars/events`, {
      headers: { 'Last-Event-ID': this.#lastId, 'X-Forwarded-For': this.#address },
      signal: AbortSignal.any([this.#stopping.signal, next.down]),
    })
    let text = ''
    for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
      const events = (text + piece).split('\n\n')
      text = events.pop()!
      for (const event of events) this.#take(event)
    }
  }

  #take(event: string): void {
    const [, id, data] = EVENT.exec(event) ?? []
    if (id === undefined) return
    this.#lastId = id
    const frame = JSON.parse(data!) as EventFrame
    if (frame.type === 'counts') this.#likes.set(frame.id, frame.likes)
    else this.#blocked.set(frame.id, frame.type === 'blocked')
  }
}
