/** Number of entries, each for the latest of the texts that share it; half a mebibyte in all. */
const ENTRIES = 2 ** 17
/** Seed of the hash that selects a text's entries. */
const ENTRY_SEED = 0x811c9dc5
/** Seed of the hash that is stored in an entry. */
const TEXT_SEED = 0x9747b28c

/** Remembers recent texts by hash. It may forget some early, and may mistake a few new texts for known ones. */
export class RecentTexts {
  readonly #hashes = new Int32Array(ENTRIES)

  /** @returns true for a text that was noted before. */
  note(text: string): boolean {
    const entries = hashOf(text, ENTRY_SEED)
    const hash = hashOf(text, TEXT_SEED)
    // Two entries per text: with one, two alternating texts that share it would never be recognised.
    const one = (entries >>> 15) % ENTRIES
    const other = (entries >>> 1) % ENTRIES
    const isKnown = this.#hashes[one] === hash || this.#hashes[other] === hash
    this.#hashes[one] = hash
    this.#hashes[other] = hash
    return isKnown
  }
}

/** FNV-1a over UTF-16 code units with a final mix; never 0, which marks an unused entry. */
function hashOf(text: string, seed: number): number {
  let hash = seed
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) | 1
}
