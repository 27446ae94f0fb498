import { concatNumbers } from '../../kernel/concat-numbers.ts'
import type { Histories } from './histories.ts'

/** Avatars of the catalog with activity: their slots and, in the same order, their places in the histories. */
export interface TrackedSlots {
  slots: Uint32Array
  places: Uint32Array
  /** Until it increases, avatars are only added at the end. */
  version: number
}

export interface SlotsView {
  /** Increases when queries may match other avatars, but not when counters move. */
  readonly matchesVersion: number
  /** Increases when an avatar loses its slot. */
  readonly slotsLost: number
  slotOfKey(key: number): number
}

export interface TrackedAvatarsDeps {
  histories: Pick<Histories, 'activeVersion' | 'loadVersion' | 'isActive' | 'keys'>
  view: SlotsView
}

const NO_SLOT = -1

/** The versions of all that the collected avatars depend on. */
interface Versions {
  placeCount: number
  active: number
  loads: number
  slotsLost: number
  matches: number
}

/** Collects the avatars with activity, and only looks up slots that may have changed. */
export class TrackedAvatars {
  readonly #deps: TrackedAvatarsDeps
  /** Keys and slots by place, and `slotsLost`, as of the last `#collectAll`. */
  #keys = new Uint32Array()
  #slots = new Int32Array()
  #slotsLost = -1
  #versions: Versions | null = null
  #tracked: TrackedSlots = { slots: new Uint32Array(), places: new Uint32Array(), version: 0 }
  /** True when the catalog has all avatars with activity, so that avatars added to it change nothing. */
  #isComplete = false

  constructor(deps: TrackedAvatarsDeps) {
    this.#deps = deps
  }

  /** @returns arrays that callers must not modify. */
  current(): TrackedSlots {
    const versions = this.#currentVersions()
    const versionsBefore = this.#versions
    const hasSlots = versionsBefore !== null && this.#hasSlotsOf(versionsBefore, versions)
    const isUnchanged = hasSlots && versionsBefore.active === versions.active
    if (!isUnchanged && !(hasSlots && this.#addFrom(versionsBefore, versions))) this.#collectAll()
    this.#versions = versions
    return this.#tracked
  }

  #currentVersions(): Versions {
    const { histories, view } = this.#deps
    return {
      placeCount: histories.keys.length,
      active: histories.activeVersion,
      loads: histories.loadVersion,
      slotsLost: view.slotsLost,
      matches: view.matchesVersion,
    }
  }

  #hasSlotsOf(versionsBefore: Versions, versions: Versions): boolean {
    const isSame = versionsBefore.loads === versions.loads && versionsBefore.slotsLost === versions.slotsLost
    return isSame && (this.#isComplete || versionsBefore.matches === versions.matches)
  }

  /** Adds avatars with a new place. @returns false when anything else happened, and nothing was added. */
  #addFrom(versionsBefore: Versions, versions: Versions): boolean {
    const { histories, view } = this.#deps
    const { keys } = histories
    const places: number[] = []
    for (let place = versionsBefore.placeCount; place < versions.placeCount; place++)
      if (histories.isActive(place)) places.push(place)
    // Each avatar that becomes active or inactive makes one version.
    if (places.length !== versions.active - versionsBefore.active) return false
    const slots = places.map(place => view.slotOfKey(keys[place]!))
    if (slots.includes(NO_SLOT)) return false
    const { version } = this.#tracked
    this.#tracked = {
      places: concatNumbers(this.#tracked.places, places),
      slots: concatNumbers(this.#tracked.slots, slots),
      version,
    }
    return true
  }

  #collectAll(): void {
    const { histories, view } = this.#deps
    const keys = histories.keys.slice()
    const slotByPlace = new Int32Array(keys.length)
    const areSlotsKnown = view.slotsLost === this.#slotsLost
    const places = new Uint32Array(keys.length)
    let foundCount = 0
    this.#isComplete = true
    for (let place = 0; place < keys.length; place++) {
      const key = keys[place]!
      const knownSlot = areSlotsKnown && this.#keys[place] === key ? this.#slots[place]! : NO_SLOT
      slotByPlace[place] = knownSlot === NO_SLOT ? view.slotOfKey(key) : knownSlot
      if (!histories.isActive(place)) continue
      if (slotByPlace[place] === NO_SLOT) this.#isComplete = false
      else places[foundCount++] = place
    }
    this.#keys = keys
    this.#slots = slotByPlace
    this.#slotsLost = view.slotsLost
    const trackedPlaces = places.slice(0, foundCount)
    const slots = trackedPlaces.map(place => slotByPlace[place]!)
    this.#tracked = { places: trackedPlaces, slots, version: this.#tracked.version + 1 }
  }
}
