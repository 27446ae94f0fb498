import type { Platform } from '@avatary/contract/avatar'
import { BROWSE, type CatalogQuery, type CatalogView } from '../../avatars/index.ts'

/** A platform is rare when fewer than one slot in this many supports it. */
const RARE = 16

type View = Pick<CatalogView, 'version' | 'size' | 'search' | 'isListed'>

/**
 * Picks listed avatars at random, with equal probability. Slots are drawn until enough of them are listed, so the cost
 * depends on the answer instead of the catalog. Few avatars, or those of a rare platform, are listed once per version.
 */
export class RandomAvatars {
  readonly #view: View
  readonly #random: () => number
  readonly #lists = new Map<Platform | null, { version: number; slots: number[] }>()

  /** @param deps.random returns a number with 0 <= n < 1. */
  constructor({ view, random }: { view: View; random: () => number }) {
    this.#view = view
    this.#random = random
  }

  /** Returns at most `limit` different slots in random order. */
  pick(limit: number, platform: Platform | null): number[] {
    const view = this.#view
    const { total } = view.search(platformQuery(platform, 0))
    if (limit * 2 > total || total * RARE < view.size)
      return this.#shuffled(this.#listed(platform, total), limit)
    const slots = new Set<number>()
    while (slots.size < limit) {
      const slot = this.#below(view.size)
      if (view.isListed(slot, platform)) slots.add(slot)
    }
    return [...slots]
  }

  #listed(platform: Platform | null, total: number): number[] {
    const { version } = this.#view
    const cachedList = this.#lists.get(platform)
    if (cachedList?.version === version) return cachedList.slots
    const slots = [...this.#view.search(platformQuery(platform, total)).slots]
    this.#lists.set(platform, { version, slots })
    return slots
  }

  /** A Fisher–Yates shuffle of the first places of a list, in the list itself, whose order does not matter. */
  #shuffled(slots: number[], limit: number): number[] {
    const count = Math.min(limit, slots.length)
    for (let place = 0; place < count; place++) {
      const other = place + this.#below(slots.length - place)
      const slot = slots[other]!
      slots[other] = slots[place]!
      slots[place] = slot
    }
    return slots.slice(0, count)
  }

  #below(end: number): number {
    return Math.floor(this.#random() * end)
  }
}

function platformQuery(platform: Platform | null, limit: number): CatalogQuery {
  return { ...BROWSE, platform, sort: 'oldest', limit }
}
