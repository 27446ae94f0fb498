import type { Platform } from '@avatary/contract/avatar'
import { type CatalogQuery, type CatalogView, EMPTY_QUERY } from '../../avatars/index.ts'

/** When fewer than one slot in this many qualifies, drawing slots would take too many attempts. */
const MAX_SLOTS_PER_AVATAR = 16

type View = Pick<CatalogView, 'version' | 'size' | 'search' | 'isListed'>

/**
 * Picks listed avatars at random, with equal probability. Slots are drawn until enough of them are listed, so the cost
 * depends on the answer instead of the catalog. If few slots qualify, their list is collected once per version.
 */
export class RandomAvatars {
  readonly #view: View
  readonly #random: () => number
  readonly #slotLists = new Map<Platform | null, { version: number; slots: number[] }>()

  /** @param deps.random returns a number with 0 <= n < 1. */
  constructor({ view, random }: { view: View; random: () => number }) {
    this.#view = view
    this.#random = random
  }

  /** Returns at most `limit` different slots in random order. */
  pick(limit: number, platform: Platform | null): number[] {
    const view = this.#view
    const { total } = view.search(platformQuery(platform, 0))
    if (limit * 2 > total || total * MAX_SLOTS_PER_AVATAR < view.size)
      return this.#drawShuffled(this.#collectedSlots(platform, total), limit)
    const slots = new Set<number>()
    while (slots.size < limit) {
      const slot = this.#randomIndex(view.size)
      if (view.isListed(slot, platform)) slots.add(slot)
    }
    return [...slots]
  }

  #collectedSlots(platform: Platform | null, total: number): number[] {
    const { version } = this.#view
    const cachedList = this.#slotLists.get(platform)
    if (cachedList?.version === version) return cachedList.slots
    const slots = [...this.#view.search(platformQuery(platform, total)).slots]
    this.#slotLists.set(platform, { version, slots })
    return slots
  }

  /** Shuffles the first `limit` slots of the list in place (Fisher–Yates), and returns them. */
  #drawShuffled(slots: number[], limit: number): number[] {
    const count = Math.min(limit, slots.length)
    for (let place = 0; place < count; place++) {
      const other = place + this.#randomIndex(slots.length - place)
      const slot = slots[other]!
      slots[other] = slots[place]!
      slots[place] = slot
    }
    return slots.slice(0, count)
  }

  #randomIndex(length: number): number {
    return Math.floor(this.#random() * length)
  }
}

function platformQuery(platform: Platform | null, limit: number): CatalogQuery {
  return { ...EMPTY_QUERY, platform, sort: 'oldest', limit }
}
