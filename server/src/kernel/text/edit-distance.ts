/** Longest words compared, in UTF-16 code units. */
const MAX_LENGTH = 64
const WIDTH = MAX_LENGTH + 2

/**
 * Edit distances from one word to many others, in UTF-16 code units: insertions, deletions, substitutions and
 * transpositions of neighbours (optimal string alignment). Sorted words share the work for their common prefixes.
 */
export class EditDistances {
  readonly #word: string
  readonly #maxDistance: number
  readonly #rows = new Uint8Array(WIDTH * WIDTH)
  readonly #units = new Uint16Array(MAX_LENGTH)
  readonly #otherUnits = new Uint16Array(MAX_LENGTH)
  /**
   * The matrix rows that are valid for the last word, and whether the last of them exceeds `maxDistance` everywhere.
   */
  #validRowCount = 0
  #exceedsMax = false

  /** @param maxDistance distances greater than this are not told apart. */
  constructor(word: string, maxDistance: number) {
    this.#word = word.slice(0, MAX_LENGTH)
    this.#maxDistance = maxDistance
    for (let j = 0; j < WIDTH; j++) this.#rows[j] = j
  }

  /** The distance to another word, or any number greater than `maxDistance`. */
  distanceTo(other: string): number {
    if (other.length > MAX_LENGTH) return this.#maxDistance + 1
    for (let i = 0; i < other.length; i++) this.#otherUnits[i] = other.charCodeAt(i)
    return this.distanceToUnits(this.#otherUnits, other.length)
  }

  /** The distance to a word given by `length` code units, at most 64. */
  distanceToUnits(other: Uint16Array, length: number): number {
    let prefixLength = 0
    while (
      prefixLength < this.#validRowCount &&
      prefixLength < length &&
      this.#units[prefixLength] === other[prefixLength]
    )
      prefixLength++
    if (prefixLength < this.#validRowCount) this.#exceedsMax = false
    this.#validRowCount = prefixLength
    if (this.#exceedsMax || Math.abs(length - this.#word.length) > this.#maxDistance)
      return this.#maxDistance + 1
    for (let i = prefixLength; i < length; i++) {
      this.#units[i] = other[i]!
      this.#validRowCount = i + 1
      if (this.#fillRow(i + 1) > this.#maxDistance) {
        this.#exceedsMax = true
        return this.#maxDistance + 1
      }
    }
    return this.#rows[length * WIDTH + this.#word.length]!
  }

  /**
   * Fills row `i` of the matrix near its diagonal, because all other values are greater than `maxDistance`, and returns
   * its minimum.
   */
  #fillRow(i: number): number {
    const rows = this.#rows
    const units = this.#units
    const word = this.#word
    const maxDistance = this.#maxDistance
    const rowStart = i * WIDTH
    const unit = units[i - 1]!
    const first = Math.max(1, i - maxDistance)
    const last = Math.min(word.length, i + maxDistance)
    let minimum = i > maxDistance ? maxDistance + 1 : i
    rows[rowStart + first - 1] = minimum
    rows[rowStart + last + 1] = maxDistance + 1
    for (let j = first; j <= last; j++) {
      const wordUnit = word.charCodeAt(j - 1)
      let value = Math.min(
        rows[rowStart - WIDTH + j]! + 1,
        rows[rowStart + j - 1]! + 1,
        rows[rowStart - WIDTH + j - 1]! + Number(unit !== wordUnit),
      )
      if (i > 1 && j > 1 && unit === word.charCodeAt(j - 2) && units[i - 2] === wordUnit)
        value = Math.min(value, rows[rowStart - 2 * WIDTH + j - 2]! + 1)
      rows[rowStart + j] = value
      if (value < minimum) minimum = value
    }
    return minimum
  }
}
