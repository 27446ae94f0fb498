/** Tabs report their avatars every two seconds; a tab that has been silent for this long is closed or hidden. */
const SILENT_MS = 6000

interface Tab {
  readonly ids: readonly string[]
  readonly notedAt: number
}

/** The avatars that the browser's visible tabs show. */
export class WantedAvatars {
  readonly #tabs = new Map<number, Tab>()

  /**
   * Records what a tab shows.
   * @param now in milliseconds.
   */
  note(tab: number, ids: readonly string[], now = Date.now()): void {
    this.#tabs.set(tab, { ids, notedAt: now })
  }

  /** The avatars of all tabs that have reported recently. */
  all(now = Date.now()): ReadonlySet<string> {
    for (const [tab, { notedAt }] of this.#tabs) if (now - notedAt > SILENT_MS) this.#tabs.delete(tab)
    return new Set([...this.#tabs.values()].flatMap(({ ids }) => ids))
  }
}
