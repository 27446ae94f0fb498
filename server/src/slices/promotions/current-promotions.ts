import type { WorldGroupSchema } from '@avatary/contract/world'
import type { Static } from 'typebox'
import type { Clock } from '../../kernel/clock.ts'
import { Semaphore } from '../../kernel/semaphore.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { type Placement, runningOf } from './placement.ts'
import type { PromotionStore } from './store.sql.ts'
import type { PromotionData } from './store.ts'

type WorldGroup = Static<typeof WorldGroupSchema>

/** Placements are read this long before they start, so that they start on time. */
const READ_AHEAD_MS = MINUTE_MS
/** Maximum number of placements per kind: ten times the longest answer, because avatars may be hidden. */
const MAX_PLACEMENTS = 500

/**
 * The promotions that this process shows, in memory. Placements start and end by the clock, to the second; changes by
 * operators show after the next refresh.
 */
export class CurrentPromotions {
  readonly #store: Pick<PromotionStore, 'readCurrent'>
  readonly #clock: Clock
  #data: PromotionData = { placements: [], staff: [] }
  #json = ''
  #version = 0
  #readAtMs = Number.NaN
  readonly #oneAtATime = new Semaphore(1)

  constructor({ store, clock }: { store: Pick<PromotionStore, 'readCurrent'>; clock: Clock }) {
    this.#store = store
    this.#clock = clock
  }

  /** Increases when a refresh reads a change. */
  get version(): number {
    return this.#version
  }

  /** Ids of avatars with running placements, in display order; some may be hidden. */
  avatars(): string[] {
    return this.#runningPlacements('avatar').map(({ subject }) => subject)
  }

  /** Groups of VRChat with running placements, in display order, in the shape for worlds. */
  vrchatGroups(): WorldGroup[] {
    return this.#runningPlacements('group').map(({ subject: id, name, description, imageUrl, url }) => ({
      id,
      name,
      description,
      imageUrl,
      url,
    }))
  }

  staff(): readonly string[] {
    return this.#data.staff
  }

  /**
   * True when placements may soon show that the last refresh did not read: they start soon, or too many were running.
   */
  get mayLackPlacements(): boolean {
    if (this.#data.placements.length >= MAX_PLACEMENTS) return true
    const ageMs = this.#clock.now() - this.#readAtMs
    return !(ageMs >= 0 && ageMs < READ_AHEAD_MS / 2)
  }

  /**
   * Shows all changes made before the call. A call during another run waits for it, so that no older read comes last.
   */
  refresh(): Promise<void> {
    return this.#oneAtATime.run(() => this.#refresh())
  }

  async #refresh(): Promise<void> {
    const nowMs = this.#clock.now()
    const data = await this.#store.readCurrent({ nowMs, aheadMs: READ_AHEAD_MS, limit: MAX_PLACEMENTS })
    this.#readAtMs = nowMs
    const json = JSON.stringify(data)
    if (json === this.#json) return
    this.#data = data
    this.#json = json
    this.#version++
  }

  #runningPlacements(kind: Placement['kind']): Placement[] {
    const { placements } = this.#data
    return runningOf(
      placements.filter(placement => placement.kind === kind),
      this.#clock.now(),
    )
  }
}
