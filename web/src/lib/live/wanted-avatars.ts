/** Tabs report what they show every two seconds; one that has not for so long is closed or hidden. */
const FORGOTTEN_MS = 6000

interface Tab {
  readonly ids: readonly string[]
  readonly notedAt: number
}

/** The avatars that the visible tabs of a browser show. */
export class WantedAvatars {
  readonly #tabs = new Map<number, Tab>()

  /** Notes what a tab shows. @param now in milliseconds. */
  note(tab: number, ids: readonly string[], now = Date.now()): void {
    this.#tabs.set(tab, { ids, notedAt: now })
  }

  /** The avatars of all tabs that said something lately. */
  all(now = Date.now()): ReadonlySet<string> {
    for (const [tab, { notedAt }] of this.#tabs) if (now - notedAt > FORGOTTEN_MS) this.#tabs.delete(tab)
    return new Set([...this.#tabs.values()].flatMap(({ ids }) => ids))
  }
}
