import type { Histories } from './histories.ts'

/** Avatars of the catalog with activity: their slots and, in the same order, their places in the histories. */
export interface Tracked {
  slots: Uint32Array
  places: Uint32Array
}

export interface SlotsView {
  /** Increases when queries may match other avatars, but not when counters move. */
  readonly matchesVersion: number
  /** Increases when an avatar loses its slot. */
  readonly slotsLost: number
  slotOfKey(key: number): number
}

export interface TrackedAvatarsDeps {
  histories: Pick<Histories, 'activeVersion' | 'isActive' | 'keys'>
  view: SlotsView
}

const NO_SLOT = -1

/** Collects the avatars with activity, and only looks up slots that may have changed. */
export class TrackedAvatars {
  readonly #deps: TrackedAvatarsDeps
  /** Keys and slots of the last run, by place. */
  #keys = new Uint32Array()
  #slots = new Int32Array()
  #slotsLost = -1
  #version = ''
  #tracked: Tracked = { slots: new Uint32Array(), places: new Uint32Array() }
  /** True when the catalog has all avatars with activity, so that avatars added to it change nothing. */
  #isComplete = false

  constructor(deps: TrackedAvatarsDeps) {
    this.#deps = deps
  }

  /** @returns arrays that callers must not modify. */
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
