interface LatestWritesDeps {
  /** Writes the state of a thing. */
  readonly send: (key: string, isOn: boolean) => Promise<void>
  /** Called when a write failed and nothing newer is wanted; the state is again what it was. */
  readonly onFailure: (key: string, isOn: boolean, error: Error) => void
  /** Resolves after 300 ms, within which presses are one. */
  readonly pause: () => Promise<void>
}

interface Thing {
  /** The state that the server has. */
  stored: boolean
  wanted: boolean
  readonly written: Promise<void>
}

/** Writes switches, each by one request at a time: of presses in between the last counts. */
export class LatestWrites {
  readonly #deps: LatestWritesDeps
  readonly #things = new Map<string, Thing>()

  constructor(deps: LatestWritesDeps) {
    this.#deps = deps
  }

  /**
   * Says that a switch was pressed.
   *
   * @returns resolves when the server has the state that was wanted last, or the write failed.
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
