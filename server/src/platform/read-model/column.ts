/**
 * Pieces of 128 KiB and more get pages of their own. Shorter ones would keep glibc from returning the memory between
 * them to the system.
 */
const PIECE_BITS = 15
const PIECE_LENGTH = 1 << PIECE_BITS
const PIECE_MASK = PIECE_LENGTH - 1

/**
 * A growing column with one number per slot, in pieces. Growing copies nothing. A capture shares the pieces, which are
 * then copied when they change (copy on write).
 */
export class Column {
  readonly #pieces: (Uint32Array | undefined)[] = []
  /** True for pieces that a capture shares. */
  readonly #isCaptured: boolean[] = []

  /** @param initial the column takes the array over. */
  constructor(initial: Uint32Array = new Uint32Array()) {
    for (let start = 0; start < initial.length; start += PIECE_LENGTH) {
      const piece = initial.subarray(start, start + PIECE_LENGTH)
      this.#pieces.push(piece.length === PIECE_LENGTH ? piece : this.#copyOf(piece))
    }
  }

  /** The number at `index`, or 0. */
  get(index: number): number {
    const piece = this.#pieces[index >>> PIECE_BITS]
    return piece === undefined ? 0 : piece[index & PIECE_MASK]!
  }

  set(index: number, value: number): void {
    const i = index >>> PIECE_BITS
    let piece = this.#pieces[i]
    if (piece === undefined || this.#isCaptured[i]) {
      piece = this.#copyOf(piece)
      this.#pieces[i] = piece
      this.#isCaptured[i] = false
    }
    piece[index & PIECE_MASK] = value
  }

  /** The first `length` numbers; later changes do not affect them. */
  capture(length: number): Uint32Array[] {
    const capturedPieces: Uint32Array[] = []
    for (let i = 0; i << PIECE_BITS < length; i++) {
      const piece = this.#pieces[i] ?? this.#copyOf()
      this.#isCaptured[i] = true
      capturedPieces.push(piece.subarray(0, length - (i << PIECE_BITS)))
    }
    return capturedPieces
  }

  #copyOf(piece: ArrayLike<number> = []): Uint32Array {
    const copy = new Uint32Array(PIECE_LENGTH)
    copy.set(piece)
    return copy
  }
}
