import type { Histories } from './histories.ts'

/** Avatars with activity that the catalog has: their slots and, in the same order, their places among the histories. */
export interface Tracked {
  slots: Uint32Array
  places: Uint32Array
}

export interface SlotsView {
  /** Grows when queries may match other avatars. Counters do not move it. */
  readonly matchesVersion: number
  /** Grows when an avatar loses its slot. */
  readonly slotsLost: number
  slotOfKey(key: number): number
}

export interface TrackedAvatarsDeps {
  histories: Pick<Histories, 'activeVersion' | 'isActive' | 'keys'>
  view: SlotsView
}

const NO_SLOT = -1

/** Collects the avatars with activity, and looks up again only the slots that may be others. */
export class TrackedAvatars {
  readonly #deps: TrackedAvatarsDeps
  /** Those of the last look-up, by place. */
  #keys = new Uint32Array()
  #slots = new Int32Array()
  #slotsLost = -1
  #version = ''
  #tracked: Tracked = { slots: new Uint32Array(), places: new Uint32Array() }
  /** True when the catalog has each avatar with activity, so that further avatars change nothing. */
  #isComplete = false

  constructor(deps: TrackedAvatarsDeps) {
    this.#deps = deps
  }

  /** @returns arrays that callers must not change. */
  current(): Tracked {
    if (this.#version === this.#versionNow()) return this.#tracked
    this.#findSlots()
    this.#collect()
    this.#version = this.#versionNow()
    return this.#tracked
  }

  #versionNow(): string {
    const { histories, view } = this.#deps
    return `${histories.activeVersion} ${view.slotsLost} ${this.#isComplete ? '' : view.matchesVersion}`
  }

  #findSlots(): void {
    const { histories, view } = this.#deps
    const keys = histories.keys.slice()
    const slots = new Int32Array(keys.length)
    const isKept = view.slotsLost === this.#slotsLost
    for (let place = 0; place < keys.length; place++) {
      const key = keys[place]!
      const known = isKept && this.#keys[place] === key ? this.#slots[place]! : NO_SLOT
      slots[place] = known === NO_SLOT ? view.slotOfKey(key) : known
    }
    this.#keys = keys
    this.#slots = slots
    this.#slotsLost = view.slotsLost
  }

  #collect(): void {
    const { histories } = this.#deps
    const places = new Uint32Array(this.#keys.length)
    let active = 0
    let found = 0
    for (let place = 0; place < places.length; place++) {
      if (!histories.isActive(place)) continue
      active++
      if (this.#slots[place] !== NO_SLOT) places[found++] = place
    }
    const tracked = places.slice(0, found)
    this.#tracked = { places: tracked, slots: tracked.map(place => this.#slots[place]!) }
    this.#isComplete = found === active
  }
}
