import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Secret } from '../kernel/secret.ts'
import { foldedWords } from '../kernel/text/words.ts'
import { parseWebUrl } from '../kernel/web-url.ts'

/** The value of a variable, or the problem with its text, as the predicate of a sentence that starts with its name. */
type Reading<Value> = { kind: 'value'; value: Value } | { kind: 'problem'; problem: string }

/** Parses a variable's text, which is trimmed and not empty. */
export interface Kind<Value> {
  read(text: string): Reading<Value>
  /** The allowed values in words that can follow "must be". */
  readonly allowed: string
  /** True when the value must never be printed. */
  readonly isSecret: boolean
}

/** @param read returns null for a text that is not allowed. */
function kind<Value>(
  allowed: string,
  read: (text: string) => Value | null,
  { isSecret = false } = {},
): Kind<Value> {
  return {
    allowed,
    isSecret,
    read(text) {
      const value = read(text)
      if (value !== null) return { kind: 'value', value }
      const shownValue = isSecret ? 'a value that is not allowed' : JSON.stringify(shorten(text))
      return { kind: 'problem', problem: `has ${shownValue}; it must be ${allowed}` }
    },
  }
}

function matching(allowed: string, pattern: RegExp): Kind<string> {
  return kind(allowed, text => (pattern.test(text) ? text : null))
}

function secretMatching(allowed: string, pattern: RegExp): Kind<Secret<string>> {
  return kind(allowed, text => (pattern.test(text) ? new Secret(text) : null), { isSecret: true })
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`
}

export function integer({ min, max }: { min: number; max: number }): Kind<number> {
  return kind(`a whole number from ${min} to ${max}`, text => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : -1
    return value >= min && value <= max ? value : null
  })
}

export const share: Kind<number> = kind('a number from 0 to 1', text => {
  const value = /^\d{1,2}(?:\.\d{1,15})?$/.test(text) ? Number(text) : -1
  return value >= 0 && value <= 1 ? value : null
})

export const flag: Kind<boolean> = kind('0 or 1', text => (text === '1' ? true : text === '0' ? false : null))

export function choice<const Choice extends string>(...choices: readonly Choice[]): Kind<Choice> {
  return kind(`one of ${choices.join(', ')}`, text => choices.find(known => known === text) ?? null)
}

/** One line of printable characters. */
export const line = matching('text on one line', /^[^\p{Cc}]+$/u)

/** A line that may be part of a request header. */
export const headerText = matching('printable ASCII characters on one line', /^[ -~]+$/)

/** Words of a search, folded as queries are. */
export const words: Kind<string> = kind('words of letters or digits', text => foldedWords(text) || null)

export const path = matching('a path', /^[^\0]*$/)

export const host: Kind<string> = kind('an IP address or a host name', text =>
  isIP(text) !== 0 || (/^[a-z\d]([a-z\d.-]{0,251}[a-z\d])?$/i.test(text) && !/^[\d.]+$/.test(text))
    ? text
    : null,
)

/** Scheme, host and port only, without a trailing slash. */
export const origin: Kind<string> = kind('an http:// or https:// address without a path', text => {
  const url = withoutQuery(text)
  return url !== null && url.pathname === '/' ? url.origin : null
})

/** A URL that may have a path, without a trailing slash. */
export const baseUrl: Kind<string> = kind('an http:// or https:// address without query and user', text => {
  const url = withoutQuery(text)
  return url === null ? null : url.href.replace(/\/+$/, '')
})

function withoutQuery(text: string): URL | null {
  return /[?#]/.test(text) ? null : parseWebUrl(text)
}

const ENCODED = '@, /, # and ? in a password are written %40, %2F, %23 and %3F'

/** After such a character the rest of a password would be taken for a host, and then logged. */
function hasPasswordInPieces({ pathname, search, hash }: URL): boolean {
  return hash !== '' || `${pathname}${search}`.includes('@')
}

/** SQLite or PostgreSQL. Other texts are refused because `openDatabase` takes them as names of SQLite files. */
export const databaseUrl: Kind<string> = kind(
  `sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE; ${ENCODED}`,
  text => {
    if (/^sqlite:(\/\/)?[^:?\0]+$/.test(text)) return text
    const url = URL.parse(text)
    return url !== null && /^postgres(ql)?:$/.test(url.protocol) && !hasPasswordInPieces(url) ? text : null
  },
  { isSecret: true },
)

export const redisUrl: Kind<string> = kind(
  `redis://HOST:PORT/NUMBER or rediss://HOST:PORT/NUMBER, with user and password when needed, or unix:PATH; ${ENCODED}`,
  text => {
    if (/^unix:\/./.test(text)) return text
    const url = /^rediss?:\/\/./.test(text) ? URL.parse(text) : null
    return url !== null && /^(\/\d*)?$/.test(url.pathname) && !hasPasswordInPieces(url) ? text : null
  },
  { isSecret: true },
)

export const headerName: Kind<string> = kind('the name of a request header', text =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(text) ? text.toLowerCase() : null,
)

/** Network names that `proxy-addr` knows. */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

export const network: Kind<string> = kind(
  `an IP address, a network such as 10.0.0.0/8, or one of ${NAMED_NETWORKS.join(', ')}`,
  text => {
    if (NAMED_NETWORKS.includes(text) || isIP(text) !== 0) return text
    const isNetwork = ipaddr.isValidCIDR(text) && isIP(text.split('/')[0]!) !== 0 && !text.endsWith('/0')
    return isNetwork ? text : null
  },
)

export const communityId = matching('an id without spaces', /^[!-~]{1,200}$/)

export function listOf<Value>(item: Kind<Value>): Kind<readonly Value[]> {
  return {
    allowed: `a list with commas, each ${item.allowed}`,
    isSecret: item.isSecret,
    read(text) {
      const value: Value[] = []
      for (const part of text.split(',')) {
        const reading = item.read(part.trim())
        if (reading.kind === 'problem') return reading
        value.push(reading.value)
      }
      return { kind: 'value', value }
    },
  }
}

/** A password or token that can be sent in a header. */
export const secret = secretMatching('printable ASCII characters without spaces', /^[!-~]+$/)

/** A passphrase long enough not to be guessed quickly. */
export const passphrase = secretMatching('at least 16 characters on one line', /^[^\p{Cc}]{16,}$/u)

/** The value of a cookie (RFC 6265 §4.1.1), without its name. */
export const cookie = secretMatching(
  'the value of a cookie alone, without its name, spaces, commas and semicolons',
  /^[!#-+\--:<-[\]-~]+$/,
)

/** The token of the admin endpoints, in the form in which it is generated. */
export const adminToken = secretMatching(
  'ava_ and 43 letters, digits, - and _ (make one with: echo "ava_$(openssl rand -base64 32 | tr +/ -_ | tr -d =)")',
  /^ava_[\w-]{43}$/,
)

/** 32 bytes in either base64 alphabet. */
export const key: Kind<Secret<Buffer>> = kind(
  '32 bytes in base64 (make one with: openssl rand -base64 32)',
  text => {
    const bytes = Buffer.from(text, 'base64')
    return /^[\w+/-]{43}=?$/.test(text) && bytes.length === 32 ? new Secret(bytes) : null
  },
  { isSecret: true },
)

/** An Ed25519 public key in hexadecimal, as Discord's developer portal shows it. */
export const publicKey: Kind<string> = kind('64 hexadecimal digits', text =>
  /^[\da-f]{64}$/i.test(text) ? text.toLowerCase() : null,
)

/** A Discord id. */
export const snowflake = matching('a number of 15 to 20 digits', /^\d{15,20}$/)
