import type { WorldGroupSchema } from '@avatary/contract/world'
import type { Static } from 'typebox'
import type { Clock } from '../../kernel/clock.ts'
import { type Placement, runningOf } from './placement.ts'
import type { PromotionStore } from './store.sql.ts'
import type { PromotionData } from './store.ts'

type WorldGroup = Static<typeof WorldGroupSchema>

/** Read ahead, so that a placement begins on time. */
const AHEAD_MS = 60_000
/** Of each kind; ten times what is ever answered, for those of avatars that are hidden. */
const MOST = 500

/**
 * What one process shows of promotions, in memory. What begins or ends does so by the clock, to the second; what
 * operators do is seen with the next reading.
 */
export class CurrentPromotions {
  readonly #store: Pick<PromotionStore, 'readCurrent'>
  readonly #clock: Clock
  #data: PromotionData = { placements: [], staff: [] }
  #text = ''
  #version = 0

  constructor({ store, clock }: { store: Pick<PromotionStore, 'readCurrent'>; clock: Clock }) {
    this.#store = store
    this.#clock = clock
  }

  /** Grows whenever something else was read. */
  get version(): number {
    return this.#version
  }

  /** Ids of avatars whose placements run now, in their order; any of them may be hidden. */
  avatars(): string[] {
    return this.#running('avatar').map(({ subject }) => subject)
  }

  /** Groups whose placements run now, in their order, as worlds are told of them. */
  groups(): WorldGroup[] {
    return this.#running('group').map(({ subject: id, name, description, imageUrl, url }) => ({
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

  async refresh(): Promise<void> {
    const data = await this.#store.readCurrent({
      nowMs: this.#clock.now(),
      aheadMs: AHEAD_MS,
      most: MOST,
    })
    const text = JSON.stringify(data)
    if (text === this.#text) return
    this.#data = data
    this.#text = text
    this.#version++
  }

  #running(kind: Placement['kind']): Placement[] {
    const { placements } = this.#data
    return runningOf(
      placements.filter(placement => placement.kind === kind),
      this.#clock.now(),
    )
  }
}
