import type { Sealer } from './sealer.ts'

/** A text that was sealed for storage, and what it is about. */
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

/** What became of the sealed texts of one table. */
export interface ResealCounts {
  readonly name: string
  /** Sealed with the current key now. */
  readonly resealed: number
  /** They were before. */
  readonly current: number
  /** In use, or replaced meanwhile: to be looked at again. */
  readonly busy: number
  /** Sealed with a key that is not among those given, or damaged. */
  readonly unreadable: number
}

/** Rows read at once. */
const PAGE = 200

/**
 * Seals again with the current key whatever is sealed with an older one. Each text is replaced by itself, and only when
 * it is still the one that was read: a server may run meanwhile, and a run that was broken off is begun again.
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
