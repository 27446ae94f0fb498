interface LatestWritesDeps {
  /** Writes the state of a switch. */
  readonly send: (key: string, isOn: boolean) => Promise<void>
  /** Called when a write failed and no newer state is wanted; the state has been reverted. */
  readonly onFailure: (key: string, isOn: boolean, error: Error) => void
  /** Resolves after 300 ms; presses within that time are combined. */
  readonly pause: () => Promise<void>
}

interface Thing {
  /** The state on the server. */
  stored: boolean
  wanted: boolean
  readonly written: Promise<void>
}

/**
 * Writes the states of switches, with one request at a time for each. Of several presses in between, only the last
 * counts.
 */
export class LatestWrites {
  readonly #deps: LatestWritesDeps
  readonly #things = new Map<string, Thing>()

  constructor(deps: LatestWritesDeps) {
    this.#deps = deps
  }

  /**
   * Records that a switch was pressed.
   * @returns a promise that resolves when the server has the latest wanted state, or the write has failed.
   */
  press(key: string, isOn: boolean): Promise<void> {
    const thing = this.#things.get(key)
    if (thing === undefined) return this.#begin(key, isOn)
    thing.wanted = isOn
    return thing.written
  }

  #begin(key: string, isOn: boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const thing = { stored: !isOn, wanted: isOn, written: promise }
    this.#things.set(key, thing)
    void this.#write(key, thing).then(resolve)
    return promise
  }

  async #write(key: string, thing: Thing): Promise<void> {
    while (thing.wanted !== thing.stored) {
      const isOn = thing.wanted
      const pause = this.#deps.pause()
      try {
        await this.#deps.send(key, isOn)
        thing.stored = isOn
      } catch (error) {
        await pause
        if (thing.wanted !== isOn) continue
        this.#things.delete(key)
        return this.#deps.onFailure(key, isOn, error as Error)
      }
      await pause
    }
    this.#things.delete(key)
  }
}
