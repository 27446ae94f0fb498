/** Cells, each for the latest of the texts that share it. */
const CELLS = 2 ** 15

/** Remembers by a hash which texts were noted of late: it forgets some early, and takes a few new ones for known. */
export class RecentTexts {
  readonly #hashes = new Int32Array(CELLS)

  /** @returns true for a text that was noted before. */
  note(text: string): boolean {
    const hash = hashOf(text)
    const cell = (hash >>> 7) % CELLS
    const isKnown = this.#hashes[cell] === hash
    this.#hashes[cell] = hash
    return isKnown
  }
}

/** FNV-1a over UTF-16 units with a final mix; never 0, which an unused cell has. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) | 1
}
