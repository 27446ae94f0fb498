type Numbers = Uint8Array | Uint16Array | Uint32Array

const PIECE_BITS = 14
const PIECE_LENGTH = 1 << PIECE_BITS
const PIECE_MASK = PIECE_LENGTH - 1

/**
 * A column of numbers that grows, one number per slot, in pieces: growing copies nothing, and a copy of all of it
 * costs nothing until a piece of it changes (it is that piece alone that is then copied).
 */
export class Column<T extends Numbers> {
  readonly #pieces: (T | undefined)[] = []
  /** Pieces that a capture holds too. */
  readonly #captured: boolean[] = []
  readonly #allocate: (length: number) => T

  /** @param initial becomes the column's own. */
  constructor(allocate: (length: number) => T, initial?: T) {
    this.#allocate = allocate
    for (let start = 0; start < (initial?.length ?? 0); start += PIECE_LENGTH) {
      const piece = initial!.subarray(start, start + PIECE_LENGTH) as T
      this.#pieces.push(piece.length === PIECE_LENGTH ? piece : this.#copy(piece))
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
      piece = this.#copy(piece)
      this.#pieces[i] = piece
      this.#captured[i] = false
    }
    piece[index & PIECE_MASK] = value
  }

  /** The first `length` numbers as they are now, whatever is set later. */
  capture(length: number): T[] {
    const captured: T[] = []
    for (let i = 0; i << PIECE_BITS < length; i++) {
      const piece = this.#pieces[i] ?? this.#allocate(PIECE_LENGTH)
      this.#captured[i] = true
      captured.push(piece.subarray(0, length - (i << PIECE_BITS)) as T)
    }
    return captured
  }

  #copy(piece: T | undefined): T {
    const copy = this.#allocate(PIECE_LENGTH)
    if (piece !== undefined) copy.set(piece)
    return copy
  }
}

export const uint32Column = (initial?: Uint32Array): Column<Uint32Array> =>
  new Column(length => new Uint32Array(length), initial)
