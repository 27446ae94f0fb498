interface LatestWritesDeps {
  /** Writes the state of a switch. */
  readonly send: (key: string, isOn: boolean) => Promise<void>
  /** Called when the write of a state failed and no newer state is wanted. */
  readonly onFailure: (key: string, isOn: boolean, error: Error) => void
  /** Resolves after 300 ms; presses within that time are combined. */
  readonly pause: () => Promise<void>
}

/** The writes of one switch, while one is under way. */
interface PendingWrites {
  /** The state on the server. */
  isStoredOn: boolean
  isWantedOn: boolean
  readonly whenWritten: Promise<void>
}

/**
 * Writes the states of switches, with one request at a time for each. Of the presses during a request, only the last
 * counts.
 */
export class LatestWrites {
  readonly #deps: LatestWritesDeps
  readonly #pendingWrites = new Map<string, PendingWrites>()

  constructor(deps: LatestWritesDeps) {
    this.#deps = deps
  }

  /**
   * Records that a switch was pressed.
   * @returns a promise that resolves when the server has the latest wanted state, or the write has failed.
   */
  press(key: string, isOn: boolean): Promise<void> {
    const pending = this.#pendingWrites.get(key)
    if (pending === undefined) return this.#begin(key, isOn)
    pending.isWantedOn = isOn
    return pending.whenWritten
  }

  #begin(key: string, isOn: boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const pending = { isStoredOn: !isOn, isWantedOn: isOn, whenWritten: promise }
    this.#pendingWrites.set(key, pending)
    void this.#write(key, pending).then(resolve)
    return promise
  }

  async #write(key: string, pending: PendingWrites): Promise<void> {
    while (pending.isWantedOn !== pending.isStoredOn) {
      const isOn = pending.isWantedOn
      const pause = this.#deps.pause()
      try {
        await this.#deps.send(key, isOn)
        pending.isStoredOn = isOn
      } catch (error) {
        await pause
        if (pending.isWantedOn !== isOn) continue
        this.#pendingWrites.delete(key)
        return this.#deps.onFailure(key, isOn, error as Error)
      }
      await pause
    }
    this.#pendingWrites.delete(key)
  }
}
