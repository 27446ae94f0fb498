import { type Static, type TSchema, Type } from 'typebox'
import { parseAuthorId } from '../../kernel/avatar-id.ts'
import type { Person } from '../../kernel/person.ts'
import { parseWebUrl } from '../../kernel/web-url.ts'

/** A person as the community site describes them, with sanitised texts. */
export interface Profile extends Omit<Person, 'key' | 'by'> {
  readonly email: string | null
}

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]))

/** `GET /oauth2/userinfo`. */
export const UserinfoSchema = Type.Object({
  sub: Type.String({ pattern: '^[!-~]{1,200}$' }),
  username: text(200),
  name: maybe(Type.String({ maxLength: 1000 })),
  picture: maybe(Type.String({ maxLength: 4000 })),
  profile: maybe(Type.String({ maxLength: 4000 })),
  email: maybe(Type.String({ maxLength: 1000 })),
  platform_account: maybe(
    Type.Object({
      id: text(200),
      display_name: Type.String({ maxLength: 1000 }),
      verified: Type.Boolean(),
    }),
  ),
})
export type Userinfo = Static<typeof UserinfoSchema>

/** `GET /api/creators`. */
export const CreatorsSchema = Type.Object({
  creators: Type.Array(Type.Object({ platform_id: Type.String(), profile: Type.String() }), {
    maxItems: 1000,
  }),
})

const MAX_NAME_LENGTH = 100
const MAX_URL_LENGTH = 2000
/** RFC 5321, §4.5.3.1. */
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/
const PLATFORM_ID = /^[\w-]{1,100}$/

/** Keeps what can be stored and shown of an answer, and the platform account only when it is verified. */
export function profileOf(userinfo: Userinfo): Profile {
  const { sub, picture, profile, email, platform_account: account } = userinfo
  const username = clean(userinfo.username) || sub
  return {
    id: sub,
    username,
    name: clean(userinfo.name ?? '') || username,
    picture: webAddress(picture),
    profile: webAddress(profile),
    email: email !== null && email !== undefined && EMAIL.test(email) ? clean(email) : null,
    platformAccount:
      account?.verified === true && PLATFORM_ID.test(account.id)
        ? { id: account.id, displayName: clean(account.display_name) || account.id }
        : null,
  }
}

/**
 * Converts the id of a verified platform account to an author id of the catalog. Names are not compared, because many
 * authors share one. Legacy ids keep their case; all others are stored in lower case.
 */
export function authorIdOf(platformAccountId: string): string {
  return parseAuthorId(platformAccountId) ?? platformAccountId
}

/** Removes control characters and those that change the text direction. */
function clean(text: string): string {
  const visibleText = text.toWellFormed().replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
  return [...visibleText.trim()].slice(0, MAX_NAME_LENGTH).join('')
}

/** Null unless it is a short http or https URL without a user, because it becomes a link. */
export function webAddress(text: string | null | undefined): string | null {
  const url = parseWebUrl(text ?? '')
  return url !== null && url.href.length <= MAX_URL_LENGTH ? url.href : null
}
