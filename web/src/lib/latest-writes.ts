interface LatestWritesDeps {
  /** Writes the state of a switch. */
  readonly send: (key: string, isOn: boolean) => Promise<void>
  /** Called when a write failed and no newer state is wanted; the state has been reverted. */
  readonly onFailure: (key: string, isOn: boolean, error: Error) => void
  /** Resolves after 300 ms; presses within that time are combined. */
  readonly pause: () => Promise<void>
}

/** A switch with a write under way. */
interface Switch {
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
  readonly #switches = new Map<string, Switch>()

  constructor(deps: LatestWritesDeps) {
    this.#deps = deps
  }

  /**
   * Records that a switch was pressed.
   * @returns a promise that resolves when the server has the latest wanted state, or the write has failed.
   */
  press(key: string, isOn: boolean): Promise<void> {
    const state = this.#switches.get(key)
    if (state === undefined) return this.#begin(key, isOn)
    state.wanted = isOn
    return state.written
  }

  #begin(key: string, isOn: boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const state = { stored: !isOn, wanted: isOn, written: promise }
    this.#switches.set(key, state)
    void this.#write(key, state).then(resolve)
    return promise
  }

  async #write(key: string, state: Switch): Promise<void> {
    while (state.wanted !== state.stored) {
      const isOn = state.wanted
      const pause = this.#deps.pause()
      try {
        await this.#deps.send(key, isOn)
        state.stored = isOn
      } catch (error) {
        await pause
        if (state.wanted !== isOn) continue
        this.#switches.delete(key)
        return this.#deps.onFailure(key, isOn, error as Error)
      }
      await pause
    }
    this.#switches.delete(key)
  }
}
