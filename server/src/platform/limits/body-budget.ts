import type { ErrorCode } from '@avatary/contract/errors'
import { type Failure, failure } from '../../kernel/answer.ts'
import { Counts } from '../../kernel/counts.ts'
import type { ClientNetwork } from './client-network.ts'

/** Most bytes of request bodies that are held at a time; 0 is no bound. */
export interface BodyBounds {
  readonly inAll: number
  readonly perClient: number
}

const RETRY_AFTER = { 'Retry-After': '5' }

/** Counts the bytes of request bodies, from before they are read until their requests are answered. */
export class BodyBudget {
  readonly #bounds: BodyBounds
  readonly #byClient = new Counts()
  #bytes = 0

  constructor({ inAll, perClient }: BodyBounds) {
    this.#bounds = { inAll, perClient }
  }

  get bytes(): number {
    return this.#bytes
  }

  /** @returns why the body may not be read; null when its bytes are reserved, until `release`. */
  reserve({ text }: ClientNetwork, bytes: number): Failure<ErrorCode> | null {
    const { inAll, perClient } = this.#bounds
    if (perClient > 0 && this.#byClient.of(text) + bytes > perClient)
      return failure('too_much_at_once', undefined, RETRY_AFTER)
    if (inAll > 0 && this.#bytes + bytes > inAll) return failure('overloaded', undefined, RETRY_AFTER)
    this.#byClient.add(text, bytes)
    this.#bytes += bytes
    return null
  }

  release({ text }: ClientNetwork, bytes: number): void {
    this.#byClient.add(text, -bytes)
    this.#bytes -= bytes
  }
}
