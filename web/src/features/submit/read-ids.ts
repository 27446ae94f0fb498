/** Matches an id that is no part of a longer word. */
const AVATAR_ID = /(?<![\w-])avtr_[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])/gi

/** Matches what begins as an id does. */
const BEGINNING = /(?<![\w-])avtr_[\w-]*/gi

export interface IdsOfText {
  /** Each once, in the order of the text. */
  readonly ids: readonly string[]
  /** Counts the ids that came again. */
  readonly repeated: number
  /** The first that is not whole, as typed, at most 60 characters; null when all are. */
  readonly broken: string | null
}

/** Finds the avatar ids in any text: a list, links, a whole log. */
export function readIds(text: string): IdsOfText {
  const found = Array.from(text.matchAll(AVATAR_ID), ([id]) => id.toLowerCase())
  const ids = [...new Set(found)]
  const [broken] = text.replace(AVATAR_ID, '').match(BEGINNING) ?? []
  return { ids, repeated: found.length - ids.length, broken: broken?.slice(0, 60) ?? null }
}
