/**
 * Encrypts and signs texts for storage, so that a copy of the database does not reveal them. A sealed text that was
 * modified or moved to another row cannot be opened.
 */
export interface Sealer {
  /** @param associatedData identifies the owner of the text, such as the row's key; `open` needs the same value. */
  seal(text: string, associatedData: string): string
  /** Null when the text was modified, belongs to something else, or was sealed with a key that is gone. */
  open(sealedText: string, associatedData: string): string | null
  /** True when the text was sealed with an older key. */
  isStale(sealedText: string): boolean
}

/** Makes the sealer for one purpose; texts sealed for another purpose cannot be opened. */
export type SealerFor = (purpose: string) => Sealer
