import type { EventFrame } from '@avatary/contract/events'
import { routeUrl } from '../api.ts'

/** Maximum number of avatars in the URL of a stream; for more of them the stream of all avatars is requested. */
const MAX_AVATARS_IN_URL = 150

/** Follows the events of avatars by a stream, which is replaced when other avatars are to be followed. */
export class AvatarEvents {
  readonly #onFrame: (frame: EventFrame) => void
  /** The newest is last. Earlier ones stay open until the newest is open, so that no event in between is missed. */
  #streams: EventSource[] = []
  /** The avatars of the newest stream; null for all. */
  #followedIds: ReadonlySet<string> | null = new Set()
  #lastEventId = ''

  constructor(onFrame: (frame: EventFrame) => void) {
    this.#onFrame = onFrame
  }

  /** Opens a stream if the newest one lacks some of these avatars. One with additional avatars is kept. */
  follow(ids: ReadonlySet<string>): void {
    const followedIds = this.#followedIds
    if (followedIds === null || [...ids].every(id => followedIds.has(id))) return
    this.#followedIds = ids.size > MAX_AVATARS_IN_URL ? null : ids
    const query = {
      ids: this.#followedIds === null ? undefined : [...ids].join(),
      since: this.#lastEventId === '' ? undefined : this.#lastEventId,
    }
    const stream = new EventSource(routeUrl('/avatars/events', {}, query))
    stream.onopen = () => this.#closeEarlierThan(stream)
    stream.onmessage = ({ data, lastEventId }) => {
      this.#lastEventId = lastEventId
      this.#onFrame(JSON.parse(data) as EventFrame)
    }
    this.#streams.push(stream)
  }

  close(): void {
    for (const stream of this.#streams) stream.close()
    this.#streams = []
    this.#followedIds = new Set()
  }

  #closeEarlierThan(stream: EventSource): void {
    for (const earlier of this.#streams.splice(0, this.#streams.indexOf(stream))) earlier.close()
  }
}
