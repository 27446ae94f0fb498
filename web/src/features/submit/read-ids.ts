/** Matches an id that is no part of a longer word. */
const AVATAR_ID = /(?<![\w-])avtr_[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])/gi

export interface IdsOfText {
  /** Each once, in the order of the text. */
  readonly ids: readonly string[]
  /** Counts the ids that came again. */
  readonly repeated: number
}

/** Finds the avatar ids in any text: a list, links, a whole log. */
export function readIds(text: string): IdsOfText {
  const found = Array.from(text.matchAll(AVATAR_ID), ([id]) => id.toLowerCase())
  const ids = [...new Set(found)]
  return { ids, repeated: found.length - ids.length }
}
