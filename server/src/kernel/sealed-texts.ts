import type { Sealer } from './sealer.ts'

/** A sealed text, and the context that it is bound to. */
interface SealedText {
  readonly id: number
  readonly sealedText: string
  readonly associatedData: string
}

/** Access to the sealed texts of one table, for re-sealing them with another key. */
export interface SealedTexts {
  readonly name: string
  /** At most `limit` rows after an id, in the order of ids. */
  rowsAfter(id: number, limit: number): Promise<readonly SealedText[]>
  /** @returns false, without writing, when the text has changed since or is in use. */
  replace(id: number, oldText: string, newText: string): Promise<boolean>
}

/** The number of a table's sealed texts by what `reseal` did. */
export interface ResealCounts {
  readonly name: string
  /** Sealed with an older key before, now with the current one. */
  readonly resealed: number
  /** Already sealed with the current key. */
  readonly current: number
  /** In use, or replaced meanwhile; another run handles them. */
  readonly busy: number
  /** Damaged, or sealed with a key that is not among those given. */
  readonly unreadable: number
}

/** Rows read at a time. */
const PAGE_ROWS = 200

/**
 * Re-seals with the current key every text that was sealed with an older one. A text is only replaced if it has not
 * changed since it was read, so servers may run meanwhile, and an interrupted run can be repeated.
 */
export async function reseal(texts: SealedTexts, sealer: Sealer): Promise<ResealCounts> {
  const counts = { resealed: 0, current: 0, busy: 0, unreadable: 0 }
  let lastId = -1
  for (;;) {
    const page = await texts.rowsAfter(lastId, PAGE_ROWS)
    for (const { id, sealedText, associatedData } of page) {
      if (!sealer.isStale(sealedText)) {
        counts.current++
        continue
      }
      const text = sealer.open(sealedText, associatedData)
      if (text === null) counts.unreadable++
      else if (await texts.replace(id, sealedText, sealer.seal(text, associatedData))) counts.resealed++
      else counts.busy++
    }
    if (page.length < PAGE_ROWS) return { name: texts.name, ...counts }
    lastId = page.at(-1)!.id
  }
}
