const UUID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
/**
 * The start of a URL of the platform's site or API, or of its path alone, before the segment that names the resource.
 */
const URL_START = '(?:(?:https?://)?(?:www\\.|api\\.)?vrchat\\.[a-z0-9.-]+(?::\\d+)?/|/)?(?:[a-z0-9]+/)+'
const URL_END = '/?(?:[?#].*)?'

const AVATAR_ID_OR_URL = new RegExp(`^(?:${URL_START}avatars?/)?(avtr_${UUID})${URL_END}$`, 'is')
const AUTHOR_ID_OR_URL = new RegExp(`^(?:${URL_START}users?/)?(usr_${UUID})${URL_END}$`, 'is')
const LEGACY_AUTHOR_URL = new RegExp(`^${URL_START}users?/([a-z0-9]{10})${URL_END}$`, 'is')
const LEGACY_AUTHOR_ID = /^[A-Za-z0-9]{10}$/
const AUTHOR_ID = new RegExp(`^usr_${UUID}$`, 'i')
/**
 * Matches an id that is not part of a longer word. A minus in front would exclude it from a search, so it does not
 * match.
 */
const idInText = (id: string) => new RegExp(`(?<![a-z0-9_-])${id}(?![a-z0-9_-])`, 'i')
const AVATAR_ID_IN_TEXT = idInText(`avtr_${UUID}`)
const AVATAR_IDS_IN_TEXT = new RegExp(AVATAR_ID_IN_TEXT, 'gi')
const AUTHOR_ID_IN_TEXT = idInText(`usr_${UUID}`)

/** `avtr_` and a lower-case UUID. */
export type AvatarId = string & { readonly __brand: 'AvatarId' }

/**
 * Returns the avatar id if the whole text is one, or is a URL of the platform (site, API, or path alone) for an avatar;
 * null otherwise. The version bits of the UUID are not checked, because creators may choose ids.
 */
export function parseAvatarId(text: string): AvatarId | null {
  const id = AVATAR_ID_OR_URL.exec(text.trim())?.[1]
  return id === undefined ? null : (id.toLowerCase() as AvatarId)
}

/** Returns the author id if the text is one or a user URL; null for a legacy id alone, which could be a name. */
export function parseAuthorId(text: string): string | null {
  const trimmedText = text.trim()
  const id = AUTHOR_ID_OR_URL.exec(trimmedText)?.[1]
  return id === undefined ? (LEGACY_AUTHOR_URL.exec(trimmedText)?.[1] ?? null) : id.toLowerCase()
}

/** Like `parseAuthorId`, but also accepts a legacy id alone; for fields that never contain a name. */
export function parseAnyAuthorId(text: string): string | null {
  return isLegacyAuthorId(text) ? text : parseAuthorId(text)
}

/** Returns the first avatar id in a text, also from brackets or from a URL of any site. */
export function findAvatarId(text: string): AvatarId | null {
  return (AVATAR_ID_IN_TEXT.exec(text)?.[0].toLowerCase() as AvatarId | undefined) ?? null
}

/** Returns every distinct avatar id in a text, found like `findAvatarId` does. */
export function findAvatarIds(text: string): AvatarId[] {
  return [...new Set(Array.from(text.matchAll(AVATAR_IDS_IN_TEXT), ([id]) => id.toLowerCase() as AvatarId))]
}

/** Returns the first `usr_` id in a text, found like `findAvatarId` does. */
export function findAuthorId(text: string): string | null {
  return AUTHOR_ID_IN_TEXT.exec(text)?.[0].toLowerCase() ?? null
}

/** True for `usr_` and a UUID, and for a legacy id of ten letters and digits. */
export function isAuthorId(text: string): boolean {
  return AUTHOR_ID.test(text) || isLegacyAuthorId(text)
}

/** True for ten letters and digits. They may also be a word: only the catalog knows if an author has this id. */
export function isLegacyAuthorId(text: string): boolean {
  return LEGACY_AUTHOR_ID.test(text)
}
