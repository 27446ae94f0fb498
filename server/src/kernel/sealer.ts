/**
 * Encrypts and signs texts for storage: the database alone does not reveal them, and a sealed text that was changed or
 * moved to another row does not open.
 */
export interface Sealer {
  /** @param about the owner of the text, such as the row's key; needed again to open it. */
  seal(text: string, about: string): string
  /** Null when it was changed, is about something else, or was sealed with a key that is gone. */
  open(sealed: string, about: string): string | null
  /** True when it was sealed with an older key. */
  isStale(sealed: string): boolean
}

/** The sealer of one purpose; its texts do not open for another purpose. */
export type SealerFor = (purpose: string) => Sealer
