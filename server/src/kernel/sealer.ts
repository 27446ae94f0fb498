/**
 * Seals texts for storage: who has the database alone reads nothing, and a sealed text that was changed, or moved to
 * another row, does not open.
 */
export interface Sealer {
  /** @param about what it belongs to, such as the row's key; needed again to open it. */
  seal(text: string, about: string): string
  /** Null when it was changed, is about something else, or was sealed with a key that is gone. */
  open(sealed: string, about: string): string | null
  /** Whether it was sealed with an older key and is better sealed again. */
  isStale(sealed: string): boolean
}

/** Seals the texts of one purpose with the secret of this installation; they never open for another purpose. */
export type SealerFor = (purpose: string) => Sealer
