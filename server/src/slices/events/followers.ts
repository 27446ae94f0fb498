import { getOrInsert } from '../../kernel/get-or-insert.ts'
import type { Subscriber } from './subscriber.ts'

const NO_FOLLOWERS: ReadonlySet<Subscriber> = new Set()

/** The streams that follow single avatars, by avatar id. */
export class Followers {
  readonly #followersById = new Map<string, Set<Subscriber>>()

  followersOf(id: string): ReadonlySet<Subscriber> {
    return this.#followersById.get(id) ?? NO_FOLLOWERS
  }

  add(subscriber: Subscriber): void {
    for (const id of subscriber.ids ?? [])
      getOrInsert(this.#followersById, id, () => new Set<Subscriber>()).add(subscriber)
  }

  delete(subscriber: Subscriber): void {
    for (const id of subscriber.ids ?? []) {
      const followers = this.#followersById.get(id)
      followers?.delete(subscriber)
      if (followers?.size === 0) this.#followersById.delete(id)
    }
  }
}
