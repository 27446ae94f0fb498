import { type Column, uint16Column, uint32Column } from './column.ts'

/** A moment for each slot, to the millisecond from 1970 to 2106, in 6 bytes; any other counts as not known. */
export class MomentColumn {
  /** Since the epoch; 0 when not known. */
  readonly #seconds: Column<Uint32Array>
  readonly #milliseconds: Column<Uint16Array>

  /** @param seconds and milliseconds become its own. */
  constructor(seconds: Uint32Array | undefined, milliseconds: Uint16Array | undefined) {
    this.#seconds = uint32Column(seconds)
    this.#milliseconds = uint16Column(milliseconds)
  }

  /** @returns whether it is another than before. */
  set(slot: number, ms: number | null): boolean {
    const isKnown = ms !== null && ms >= 1000 && ms < LATEST_MS
    const second = isKnown ? Math.floor(ms / 1000) : 0
    const millisecond = isKnown ? ms % 1000 : 0
    if (this.#seconds.get(slot) === second && this.#milliseconds.get(slot) === millisecond) return false
    this.#seconds.set(slot, second)
    this.#milliseconds.set(slot, millisecond)
    return true
  }

  /** Milliseconds since the epoch. */
  get(slot: number): number | null {
    const second = this.#seconds.get(slot)
    return second === 0 ? null : second * 1000 + this.#milliseconds.get(slot)
  }

  capture(size: number): { seconds: Uint32Array[]; milliseconds: Uint16Array[] } {
    return { seconds: this.#seconds.capture(size), milliseconds: this.#milliseconds.capture(size) }
  }
}

/** Seconds from here on do not fit 32 bits. */
const LATEST_MS = 2 ** 32 * 1000
