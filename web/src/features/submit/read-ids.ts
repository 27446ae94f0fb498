/** Matches an id that is not part of a longer word. */
const AVATAR_ID = /(?<![\w-])avtr_[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])/gi

/** Matches what begins like an id. */
const BEGINNING = /(?<![\w-])avtr_[\w-]*/gi

export interface IdsOfText {
  /** Distinct ids in the order of the text. */
  readonly ids: readonly string[]
  /** Number of repeated ids. */
  readonly repeated: number
  /** The first incomplete id as typed, at most 60 characters; null when all are complete. */
  readonly incomplete: string | null
}

/** Finds the avatar ids in any text: a list, links, a whole log file. */
export function readIds(text: string): IdsOfText {
  const foundIds = Array.from(text.matchAll(AVATAR_ID), ([id]) => id.toLowerCase())
  const ids = [...new Set(foundIds)]
  const [incomplete] = text.replace(AVATAR_ID, '').match(BEGINNING) ?? []
  return { ids, repeated: foundIds.length - ids.length, incomplete: incomplete?.slice(0, 60) ?? null }
}
