const UUID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
/** An address of the platform's site or API, or its path alone, up to the segment that names the kind of resource. */
const PLACE = '(?:(?:https?://)?(?:www\\.|api\\.)?vrchat\\.[a-z0-9.-]+(?::\\d+)?/|/)?(?:[a-z0-9]+/)+'
const AFTER = '/?(?:[?#].*)?'

const AVATAR = new RegExp(`^(?:${PLACE}avatars?/)?(avtr_${UUID})${AFTER}$`, 'is')
const AUTHOR = new RegExp(`^(?:${PLACE}users?/)?(usr_${UUID})${AFTER}$`, 'is')
const LEGACY_AUTHOR_URL = new RegExp(`^${PLACE}users?/([a-z0-9]{10})${AFTER}$`, 'is')
const LEGACY_AUTHOR_ID = /^[A-Za-z0-9]{10}$/
const AUTHOR_ID = new RegExp(`^usr_${UUID}$`, 'i')
/** Matches an id that is no part of a longer word and stands behind no minus, which would exclude it. */
const ALONE = (id: string) => new RegExp(`(?<![a-z0-9_-])${id}(?![a-z0-9_-])`, 'i')
const AVATAR_SOMEWHERE = ALONE(`avtr_${UUID}`)
const AVATARS_SOMEWHERE = new RegExp(AVATAR_SOMEWHERE, 'gi')
const AUTHOR_SOMEWHERE = ALONE(`usr_${UUID}`)

/** `avtr_` and a lower-case UUID shape. */
export type AvatarId = string & { readonly __brand: 'AvatarId' }

/**
 * The avatar id that a text is, or that an avatar URL of the platform (site, API, or bare path) names; null for
 * anything else. Version bits are not checked: creators may choose ids.
 */
export function parseAvatarId(text: string): AvatarId | null {
  const id = AVATAR.exec(text.trim())?.[1]
  return id === undefined ? null : (id.toLowerCase() as AvatarId)
}

/** The author id that a text is, or that a user URL names; null for a legacy id alone, which could be a name. */
export function parseAuthorId(text: string): string | null {
  const trimmed = text.trim()
  const id = AUTHOR.exec(trimmed)?.[1]
  return id === undefined ? (LEGACY_AUTHOR_URL.exec(trimmed)?.[1] ?? null) : id.toLowerCase()
}

/** The author id as `parseAuthorId` finds it, or a legacy id alone; for fields that never hold a name. */
export function parseAnyAuthorId(text: string): string | null {
  return isLegacyAuthorId(text) ? text : parseAuthorId(text)
}

/** The first avatar id in a text, also in brackets or in an address of any site. */
export function findAvatarId(text: string): AvatarId | null {
  return (AVATAR_SOMEWHERE.exec(text)?.[0].toLowerCase() as AvatarId | undefined) ?? null
}

/** Every avatar id in a text, each once, as `findAvatarId`. */
export function findAvatarIds(text: string): AvatarId[] {
  return [...new Set(Array.from(text.matchAll(AVATARS_SOMEWHERE), ([id]) => id.toLowerCase() as AvatarId))]
}

/** The first `usr_` id in a text, as `findAvatarId`. */
export function findAuthorId(text: string): string | null {
  return AUTHOR_SOMEWHERE.exec(text)?.[0].toLowerCase() ?? null
}

/** `usr_` and a UUID shape, or a legacy id of ten letters and digits. */
export function isAuthorId(text: string): boolean {
  return AUTHOR_ID.test(text) || isLegacyAuthorId(text)
}

/** True for ten letters and digits, which may also be a word: only the catalog knows whether an author has this id. */
export function isLegacyAuthorId(text: string): boolean {
  return LEGACY_AUTHOR_ID.test(text)
}
