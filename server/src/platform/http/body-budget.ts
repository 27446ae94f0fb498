import type { ErrorCode } from '@avatary/contract/errors'
import { type Failure, failure } from '../../kernel/answer.ts'
import { Counts } from '../../kernel/counts.ts'
import type { ClientNetwork } from '../limits/client-network.ts'

/** Bytes of request bodies that are held at a time; 0 is no bound. */
export interface BodyBounds {
  readonly inAll: number
  readonly perClient: number
}

/** Bodies take no longer to come than a request may. */
const RETRY_AFTER = { 'Retry-After': '5' }

/** Counts the bytes of request bodies from before they come until they are answered. */
export class BodyBudget {
  readonly #inAll: number
  readonly #perClient: number
  readonly #byClient = new Counts()
  #bytes = 0

  constructor({ inAll, perClient }: BodyBounds) {
    this.#inAll = inAll
    this.#perClient = perClient
  }

  /** What is held now, or may come any moment. */
  get bytes(): number {
    return this.#bytes
  }

  /** Takes room for a body, to be given back; null = there was enough. */
  take({ text }: ClientNetwork, bytes: number): Failure<ErrorCode> | null {
    if (this.#perClient > 0 && this.#byClient.of(text) + bytes > this.#perClient)
      return failure('too_much_at_once', undefined, RETRY_AFTER)
    if (this.#inAll > 0 && this.#bytes + bytes > this.#inAll)
      return failure('overloaded', undefined, RETRY_AFTER)
    this.#byClient.add(text, bytes)
    this.#bytes += bytes
    return null
  }

  giveBack({ text }: ClientNetwork, bytes: number): void {
    this.#byClient.add(text, -bytes)
    this.#bytes -= bytes
  }
}
