import { getOrInsert } from '../../kernel/get-or-insert.ts'
import type { Subscriber } from './subscriber.ts'

const NOBODY: ReadonlySet<Subscriber> = new Set()

/** The streams that follow single avatars, by avatar id. */
export class Followers {
  readonly #byAvatar = new Map<string, Set<Subscriber>>()

  of(id: string): ReadonlySet<Subscriber> {
    return this.#byAvatar.get(id) ?? NOBODY
  }

  add(subscriber: Subscriber): void {
    for (const id of subscriber.ids ?? [])
      getOrInsert(this.#byAvatar, id, () => new Set<Subscriber>()).add(subscriber)
  }

  delete(subscriber: Subscriber): void {
    for (const id of subscriber.ids ?? []) {
      const followers = this.#byAvatar.get(id)
      followers?.delete(subscriber)
      if (followers?.size === 0) this.#byAvatar.delete(id)
    }
  }
}
