const PIECE_BITS = 14
const PIECE_LENGTH = 1 << PIECE_BITS
const PIECE_MASK = PIECE_LENGTH - 1

/**
 * A column of numbers that grows, one number per slot, in pieces: growing copies nothing, and a copy of all of it
 * costs nothing until a piece of it changes (it is that piece alone that is then copied).
 */
export class Column {
  readonly #pieces: (Uint32Array | undefined)[] = []
  /** Pieces that a capture holds too. */
  readonly #captured: boolean[] = []

  /** @param initial becomes the column's own. */
  constructor(initial: Uint32Array = new Uint32Array()) {
    for (let start = 0; start < initial.length; start += PIECE_LENGTH) {
      const piece = initial.subarray(start, start + PIECE_LENGTH)
      this.#pieces.push(piece.length === PIECE_LENGTH ? piece : copyOf(piece))
    }
  }

  /** The number at `index`, 0 where nothing was set. */
  get(index: number): number {
    const piece = this.#pieces[index >>> PIECE_BITS]
    return piece === undefined ? 0 : piece[index & PIECE_MASK]!
  }

  set(index: number, value: number): void {
    const i = index >>> PIECE_BITS
    let piece = this.#pieces[i]
    if (piece === undefined || this.#captured[i]) {
      piece = copyOf(piece)
      this.#pieces[i] = piece
      this.#captured[i] = false
    }
    piece[index & PIECE_MASK] = value
  }

  /** The first `length` numbers as they are now, whatever is set later. */
  capture(length: number): Uint32Array[] {
    const captured: Uint32Array[] = []
    for (let i = 0; i << PIECE_BITS < length; i++) {
      const piece = this.#pieces[i] ?? new Uint32Array(PIECE_LENGTH)
      this.#captured[i] = true
      captured.push(piece.subarray(0, length - (i << PIECE_BITS)))
    }
    return captured
  }
}

function copyOf(piece: Uint32Array = new Uint32Array()): Uint32Array {
  const copy = new Uint32Array(PIECE_LENGTH)
  copy.set(piece)
  return copy
}
