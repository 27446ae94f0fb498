/** Matches an id that is not part of a longer word. */
const AVATAR_ID = /(?<![\w-])avtr_[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])/gi

/** Matches what begins like an id. */
const ID_BEGINNING = /(?<![\w-])avtr_[\w-]*/gi

export interface IdsOfText {
  /** Distinct ids in the order of the text. */
  readonly ids: readonly string[]
  readonly repeatedCount: number
  /** The first incomplete id as typed, at most 60 characters; null when all are complete. */
  readonly incompleteId: string | null
}

/** Finds the avatar ids in any text: a list, links, a whole log file. */
export function readIds(text: string): IdsOfText {
  const foundIds = Array.from(text.matchAll(AVATAR_ID), ([id]) => id.toLowerCase())
  const ids = [...new Set(foundIds)]
  const incompleteId = text.replace(AVATAR_ID, '').match(ID_BEGINNING)?.[0].slice(0, 60) ?? null
  return { ids, repeatedCount: foundIds.length - ids.length, incompleteId }
}
