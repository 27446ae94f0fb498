/** Number of cells, each for the latest of the texts that share it; half a mebibyte in all. */
const CELLS = 2 ** 17
/** Seed of the hash that selects a text's cells. */
const CELL = 0x811c9dc5
/** Seed of the hash that is stored in a cell. */
const TEXT = 0x9747b28c

/** Remembers recent texts by hash. It may forget some early, and may mistake a few new texts for known ones. */
export class RecentTexts {
  readonly #hashes = new Int32Array(CELLS)

  /** @returns true for a text that was noted before. */
  note(text: string): boolean {
    const cells = hashOf(text, CELL)
    const hash = hashOf(text, TEXT)
    // Two cells per text: with one, two alternating texts that share it would never be recognised.
    const one = (cells >>> 15) % CELLS
    const other = (cells >>> 1) % CELLS
    const isKnown = this.#hashes[one] === hash || this.#hashes[other] === hash
    this.#hashes[one] = hash
    this.#hashes[other] = hash
    return isKnown
  }
}

/** FNV-1a over UTF-16 code units with a final mix; never 0, which marks an unused cell. */
function hashOf(text: string, start: number): number {
  let hash = start
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) | 1
}
