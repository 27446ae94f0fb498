/** Cells, each for the latest of the texts that share it: half a mebibyte. */
const CELLS = 2 ** 17
/** The hash that tells the cells of a text begins with it. */
const PLACE = 0x811c9dc5
/** The hash that a cell holds begins with it. */
const TEXT = 0x9747b28c

/** Remembers by a hash which texts were noted of late: it forgets some early, and takes a few new ones for known. */
export class RecentTexts {
  readonly #hashes = new Int32Array(CELLS)

  /** @returns true for a text that was noted before. */
  note(text: string): boolean {
    const place = hashOf(text, PLACE)
    const hash = hashOf(text, TEXT)
    // Two texts in turn that share one cell would never be known by it: it is unlikely that they share both.
    const one = (place >>> 15) % CELLS
    const other = (place >>> 1) % CELLS
    const isKnown = this.#hashes[one] === hash || this.#hashes[other] === hash
    this.#hashes[one] = hash
    this.#hashes[other] = hash
    return isKnown
  }
}

/** FNV-1a over UTF-16 units with a final mix; never 0, which an unused cell has. */
function hashOf(text: string, start: number): number {
  let hash = start
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) | 1
}
