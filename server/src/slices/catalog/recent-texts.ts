/** Number of entries, each with the hash of its latest text; half a mebibyte in all. */
const ENTRY_COUNT = 2 ** 17
/** Seed of the hash that selects the entries of a text. */
const ENTRY_SEED = 0x811c9dc5
/** Seed of the hash that is stored in an entry. */
const TEXT_SEED = 0x9747b28c

/** Remembers recent texts by hash. It may forget some early, and may mistake a few new texts for known ones. */
export class RecentTexts {
  readonly #hashes = new Int32Array(ENTRY_COUNT)

  /** @returns true for a text that was noted before. */
  note(text: string): boolean {
    const entryHash = hashOf(text, ENTRY_SEED)
    const hash = hashOf(text, TEXT_SEED)
    // Two entries per text: if two texts that alternate shared their only entry, neither would ever be known.
    const firstEntry = (entryHash >>> 15) % ENTRY_COUNT
    const secondEntry = (entryHash >>> 1) % ENTRY_COUNT
    const isKnown = this.#hashes[firstEntry] === hash || this.#hashes[secondEntry] === hash
    this.#hashes[firstEntry] = hash
    this.#hashes[secondEntry] = hash
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
