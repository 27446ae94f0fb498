import type { EventFrame } from '@avatary/contract/events'
import { addressOf } from '../api.ts'

/** Maximum number of ids in the URL of a stream; for more avatars the stream of all avatars is requested. */
const MAX_IDS = 150

/** Follows the events of avatars; reopens the stream when other avatars are to be followed. */
export class AvatarEvents {
  readonly #receive: (frame: EventFrame) => void
  /** The newest is last. Earlier ones stay open until the newest is open, so that no event in between is missed. */
  #streams: EventSource[] = []
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
      ids: this.#followed === null ? undefined : [...ids].join(),
      since: this.#lastId === '' ? undefined : this.#lastId,
    }
    const stream = new EventSource(addressOf('/avatars/events', {}, query))
    stream.onopen = () => this.#closeBefore(stream)
    stream.onmessage = ({ data, lastEventId }) => {
      this.#lastId = lastEventId
      this.#receive(JSON.parse(data) as EventFrame)
    }
    this.#streams.push(stream)
  }

  close(): void {
    for (const stream of this.#streams) stream.close()
    this.#streams = []
    this.#followed = new Set()
  }

  #closeBefore(opened: EventSource): void {
    const index = this.#streams.indexOf(opened)
    for (const stream of this.#streams.splice(0, index)) stream.close()
  }
}
