import type { EventFrame } from '@avatary/contract/events'
import { addressOf } from '../api.ts'

/** Maximum avatars to request a stream for, because their ids are in its URL; with more, all avatars are followed. */
const MAX_IDS = 150

/** The event stream for the requested avatars. */
export class Source {
  readonly #receive: (frame: EventFrame) => void
  /** The newest is last. Earlier ones stay open until it is open, so that no change in between is missed. */
  #sources: EventSource[] = []
  /** The avatars of the stream; null for all. */
  #followed: ReadonlySet<string> | null = new Set()
  #lastId = ''

  constructor(receive: (frame: EventFrame) => void) {
    this.#receive = receive
  }

  /** Reopens the stream if it lacks one of these avatars. A stream with additional avatars is kept. */
  follow(ids: ReadonlySet<string>): void {
    const followed = this.#followed
    if (followed === null || [...ids].every(id => followed.has(id))) return
    this.#followed = ids.size > MAX_IDS ? null : ids
    const query = {
      ...(this.#followed !== null && { ids: [...ids].join() }),
      ...(this.#lastId !== '' && { since: this.#lastId }),
    }
    const source = new EventSource(addressOf('/avatars/events', {}, query))
    source.onopen = () => this.#closeBefore(source)
    source.onmessage = ({ data, lastEventId }) => {
      this.#lastId = lastEventId
      this.#receive(JSON.parse(data) as EventFrame)
    }
    this.#sources.push(source)
  }

  close(): void {
    for (const source of this.#sources) source.close()
    this.#sources = []
    this.#followed = new Set()
  }

  #closeBefore(opened: EventSource): void {
    const index = this.#sources.indexOf(opened)
    for (const source of this.#sources.splice(0, index)) source.close()
  }
}
