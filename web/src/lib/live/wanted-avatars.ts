/** Tabs report their avatars every two seconds; a tab without a report for longer than this is closed or hidden. */
const MAX_SILENCE_MS = 6000

interface Tab {
  readonly ids: readonly string[]
  readonly reportedAt: number
}

/** The avatars that the browser's visible tabs show. */
export class WantedAvatars {
  readonly #tabs = new Map<number, Tab>()

  /**
   * Records what a tab shows.
   * @param now in milliseconds.
   */
  note(tab: number, ids: readonly string[], now = Date.now()): void {
    this.#tabs.set(tab, { ids, reportedAt: now })
  }

  /** The avatars of all tabs that have reported recently. */
  all(now = Date.now()): ReadonlySet<string> {
    for (const [tab, { reportedAt }] of this.#tabs)
      if (now - reportedAt > MAX_SILENCE_MS) this.#tabs.delete(tab)
    return new Set([...this.#tabs.values()].flatMap(({ ids }) => ids))
  }
}
