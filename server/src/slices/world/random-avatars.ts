import type { Platform } from '@avatary/contract/avatar'
import { BROWSE, type CatalogQuery, type CatalogView } from '../../avatars/index.ts'

/** A platform is rare when fewer than one slot in this many supports it. */
const RARE = 16

type View = Pick<CatalogView, 'version' | 'size' | 'search' | 'isListed'>

/**
 * Picks listed avatars at random, with equal probability. Slots are drawn until enough of them are listed, so the cost
 * depends on the answer instead of the catalog. For a rare platform, its avatars are listed once per version instead.
 */
export class RandomAvatars {
  readonly #view: View
  readonly #random: () => number
  readonly #rare = new Map<Platform | null, { version: number; slots: readonly number[] }>()

  /** @param deps.random returns a number with 0 <= n < 1. */
  constructor({ view, random }: { view: View; random: () => number }) {
    this.#view = view
    this.#random = random
  }

  /** Returns at most `limit` different slots in random order. */
  pick(limit: number, platform: Platform | null): number[] {
    const view = this.#view
    const { total } = view.search(platformQuery(platform, 0))
    if (limit * 2 > total) return this.#shuffled(platform, total).slice(0, limit)
    if (total * RARE < view.size) {
      const slots = this.#listed(platform, total)
      return this.#draw(limit, total, () => true).map(place => slots[place]!)
    }
    return this.#draw(limit, view.size, slot => view.isListed(slot, platform))
  }

  /** Draws different integers below `end`. */
  #draw(count: number, end: number, canTake: (slot: number) => boolean): number[] {
    const drawnSlots = new Set<number>()
    while (drawnSlots.size < count) {
      const number = Math.floor(this.#random() * end)
      if (canTake(number)) drawnSlots.add(number)
    }
    return [...drawnSlots]
  }

  #listed(platform: Platform | null, total: number): readonly number[] {
    const { version } = this.#view
    const cachedSlots = this.#rare.get(platform)
    if (cachedSlots?.version === version) return cachedSlots.slots
    const { slots } = this.#view.search(platformQuery(platform, total))
    this.#rare.set(platform, { version, slots })
    return slots
  }

  /** A Fisher–Yates shuffle. */
  #shuffled(platform: Platform | null, total: number): number[] {
    const slots = [...this.#view.search(platformQuery(platform, total)).slots]
    for (let slotsLeft = slots.length; slotsLeft > 1; slotsLeft--) {
      const place = Math.floor(this.#random() * slotsLeft)
      const last = slots[slotsLeft - 1]!
      slots[slotsLeft - 1] = slots[place]!
      slots[place] = last
    }
    return slots
  }
}

function platformQuery(platform: Platform | null, limit: number): CatalogQuery {
  return { ...BROWSE, platform, sort: 'oldest', limit }
}
