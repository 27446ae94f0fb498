/** A text that was sealed for storage, and what it is about (`platform/crypto/sealed.ts`). */
interface SealedText {
  readonly id: number
  readonly sealed: string
  readonly about: string
}

/** The sealed texts of one table, for changing the key that they are sealed with. */
export interface SealedTexts {
  /** Name that operators know. */
  readonly name: string
  /** Rows in the order of their ids. */
  after(id: number, limit: number): Promise<readonly SealedText[]>
  /** @returns false when the text is another one by now, or is being used: nothing was written. */
  replace(id: number, before: string, after: string): Promise<boolean>
}
