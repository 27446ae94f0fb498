import type { EventFrame } from '@avatary/contract/events'
import { addressOf } from '../api.ts'

/** Most avatars that a stream is asked for, as their ids are in its address; for more, all avatars are followed. */
const MAX_IDS = 150

/** The stream of changes, open for the avatars that are asked for. */
export class Source {
  readonly #receive: (frame: EventFrame) => void
  /** The newest last; the ones before stay until it is open, so that no change is missed between them. */
  #sources: EventSource[] = []
  /** Null for all avatars. */
  #followed: ReadonlySet<string> | null = new Set()
  #lastId = ''

  constructor(receive: (frame: EventFrame) => void) {
    this.#receive = receive
  }

  /** Opens the stream anew when it lacks one of these avatars; those that it has beside them may stay. */
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
