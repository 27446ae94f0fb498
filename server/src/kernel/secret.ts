import { inspect } from 'node:util'

const HIDDEN = '[secret]'

/** A value that no log, message or JSON shows; `reveal` is called where it is used and nowhere else. */
export class Secret<Value> {
  readonly #value: Value

  constructor(value: Value) {
    this.#value = value
  }

  reveal(): Value {
    return this.#value
  }

  toString(): string {
    return HIDDEN
  }

  toJSON(): string {
    return HIDDEN
  }

  [inspect.custom](): string {
    return HIDDEN
  }
}
