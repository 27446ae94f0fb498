import type { ErrorCode } from '@avatary/contract/errors'
import { type Failure, failure } from '../../kernel/answer.ts'
import { Counts } from '../../kernel/counts.ts'
import type { ClientNetwork } from './client-network.ts'

/** The most of something that requests may hold at a time, in bytes or answers; 0 sets no bound. */
export interface ReservationBounds {
  readonly perProcess: number
  readonly perClient: number
}

export const RETRY_HEADERS = { 'Retry-After': '5' }

/** Counts what all unanswered requests hold of something: bytes of bodies, or bulk answers. */
export class Reservations {
  readonly #bounds: ReservationBounds
  readonly #byClient = new Counts()
  #takenAmount = 0

  constructor({ perProcess, perClient }: ReservationBounds) {
    this.#bounds = { perProcess, perClient }
  }

  get takenAmount(): number {
    return this.#takenAmount
  }

  /**
   * Reserves an amount until `release`.
   * @returns the refusal when too little is left, else null.
   */
  reserve({ text }: ClientNetwork, amount: number): Failure<ErrorCode> | null {
    const { perProcess, perClient } = this.#bounds
    if (perClient > 0 && this.#byClient.get(text) + amount > perClient)
      return failure('too_much_at_once', undefined, RETRY_HEADERS)
    if (perProcess > 0 && this.#takenAmount + amount > perProcess)
      return failure('overloaded', undefined, RETRY_HEADERS)
    this.#byClient.add(text, amount)
    this.#takenAmount += amount
    return null
  }

  release({ text }: ClientNetwork, amount: number): void {
    this.#byClient.add(text, -amount)
    this.#takenAmount -= amount
  }
}
