import type { Sealer } from './sealer.ts'

/** A sealed text with the context that it is sealed for. */
interface SealedText {
  readonly id: number
  readonly sealed: string
  readonly about: string
}

/** Access to the sealed texts of one table, for changing their key. */
export interface SealedTexts {
  readonly name: string
  /** Rows in the order of their ids. */
  after(id: number, limit: number): Promise<readonly SealedText[]>
  /** @returns false when the text was changed meanwhile or is in use; nothing was written then. */
  replace(id: number, before: string, after: string): Promise<boolean>
}

/** Counts of the sealed texts of one table after `reseal`. */
export interface ResealCounts {
  readonly name: string
  /** Sealed with the current key now. */
  readonly resealed: number
  /** Sealed with the current key before. */
  readonly current: number
  /** Texts that are in use or were replaced meanwhile; another run handles them. */
  readonly busy: number
  /** Texts sealed with a key that is not among those given, or damaged. */
  readonly unreadable: number
}

const PAGE = 200

/**
 * Seals every text that is sealed with an older key with the current one. Each is replaced only if it is unchanged
 * since it was read, so the server may run meanwhile, and an interrupted run can be repeated.
 */
export async function reseal(texts: SealedTexts, sealer: Sealer): Promise<ResealCounts> {
  const counts = { resealed: 0, current: 0, busy: 0, unreadable: 0 }
  let after = -1
  for (;;) {
    const page = await texts.after(after, PAGE)
    for (const { id, sealed, about } of page) {
      if (!sealer.isStale(sealed)) {
        counts.current++
        continue
      }
      const text = sealer.open(sealed, about)
      if (text === null) counts.unreadable++
      else if (await texts.replace(id, sealed, sealer.seal(text, about))) counts.resealed++
      else counts.busy++
    }
    if (page.length < PAGE) return { name: texts.name, ...counts }
    after = page.at(-1)!.id
  }
}
