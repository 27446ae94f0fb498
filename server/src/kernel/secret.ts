import { inspect } from 'node:util'

const HIDDEN = '[secret]'

/** A value that is not shown in logs, messages or JSON. Call `reveal` only where the value is used. */
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
