import type { UpstreamCredentials, UpstreamRequest, UpstreamSending } from '../../kernel/upstream.ts'
import { formEncode } from './form-encode.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A request ready to be sent, with those of its values that must not be logged. */
export interface PreparedRequest {
  readonly url: string
  readonly method: Method
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Credentials, and the values in path, query, headers and body. */
  readonly secrets: readonly string[]
}

/** The base URL of an upstream, and how requests identify who sends them. */
export interface RequestOrigin {
  /** http: or https:, without a trailing slash. */
  readonly baseUrl: string
  readonly userAgent: string
}

/** Visible characters, spaces and tabs (RFC 9110, section 5.5), as far as `fetch` accepts them. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
/** RFC 6265, section 4.1.1. */
const COOKIE_VALUE = /^[!#-+\--:<-[\]-~]*$/
/** Dot segments, which would change the path (URL Standard, "double-dot path segment"). */
const DOT_SEGMENT = /^\.{1,2}$/

/** @throws TypeError when a value of the caller cannot be sent; the message does not contain the value. */
export function prepareRequest(
  origin: RequestOrigin,
  method: Method,
  path: string,
  { params = {}, query = {}, credentials, body }: Omit<UpstreamSending, 'schema'>,
): PreparedRequest {
  const url = new URL(origin.baseUrl + fillPath(path, params) + queryText(query))
  if (!/^https?:$/.test(url.protocol))
    throw new TypeError(`${url.protocol} is not supported, only http: and https:`)
  const encodedBody = encodeBody(body)
  return {
    url: url.href,
    method,
    headers: checkHeaders({
      accept: 'application/json',
      'user-agent': origin.userAgent,
      ...encodedBody.headers,
      ...credentialHeader(credentials),
    }),
    body: encodedBody.text,
    secrets: [
      ...credentialSecrets(credentials),
      ...Object.values(params),
      ...Object.values(query).flatMap(value => (typeof value === 'string' || isList(value) ? value : [])),
      ...encodedBody.texts,
    ],
  }
}

/**
 * Prepares the request for a file at a path below the base URL.
 * @throws TypeError when the target is not a path on the upstream's host.
 */
export function prepareDownload(
  { baseUrl, userAgent }: RequestOrigin,
  target: string,
  accept: string,
): PreparedRequest {
  const url = URL.parse(baseUrl + target)
  if (url === null || !target.startsWith('/') || url.origin !== new URL(baseUrl).origin)
    throw new TypeError('The target of a download must be a path')
  return {
    url: url.href,
    method: 'GET',
    headers: checkHeaders({ accept, 'user-agent': userAgent }),
    body: null,
    secrets: [target],
  }
}

function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  if (path !== '' && !path.startsWith('/')) throw new TypeError(`The path ${path} must begin with a slash`)
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    if (value === undefined || value === '' || DOT_SEGMENT.test(value))
      throw new TypeError(`The path ${path} needs a valid ${name}`)
    return encodeURIComponent(value.toWellFormed())
  })
}

function queryText(query: NonNullable<UpstreamRequest['query']>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (isList(value)) for (const item of value) search.append(name, item)
    else if (value !== undefined) search.append(name, String(value))
  }
  return search.size === 0 ? '' : `?${search}`
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value)
}

/** Returns the body as text, its `Content-Type`, and the texts that it contains. */
function encodeBody(body: UpstreamSending['body']): {
  text: string | null
  headers: Record<string, string>
  texts: string[]
} {
  if (body === undefined) return { text: null, headers: {}, texts: [] }
  const texts: string[] = []
  if ('form' in body) {
    const text = new URLSearchParams(body.form).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return { text, headers, texts: Object.values(body.form) }
  }
  const text = JSON.stringify(body.json, (_, value: unknown) => {
    if (typeof value === 'string') texts.push(value)
    return value
  })
  return { text, headers: { 'content-type': 'application/json' }, texts }
}

function credentialHeader(credentials: UpstreamCredentials | undefined): Record<string, string> {
  if (credentials === undefined) return {}
  switch (credentials.kind) {
    case 'bearer':
      return { authorization: `Bearer ${credentials.token}` }
    case 'bot':
      return { authorization: `Bot ${credentials.token}` }
    case 'basic':
      return { authorization: `Basic ${basicToken(credentials)}` }
    case 'cookies':
      return { cookie: cookieText(credentials.cookies) }
  }
}

/** RFC 6749, section 2.3.1: both parts are form-encoded before they are joined. */
function basicToken({ user, password }: { user: string; password: string }): string {
  return Buffer.from(`${formEncode(user)}:${formEncode(password)}`).toString('base64')
}

function cookieText(cookies: Readonly<Record<string, string>>): string {
  return Object.entries(cookies)
    .map(([name, value]) => {
      if (!COOKIE_VALUE.test(value))
        throw new TypeError(`The cookie ${name} contains characters that are not allowed in cookies`)
      return `${name}=${value}`
    })
    .join('; ')
}

function credentialSecrets(credentials: UpstreamCredentials | undefined): string[] {
  if (credentials === undefined) return []
  switch (credentials.kind) {
    case 'basic':
      return [credentials.password, basicToken(credentials)]
    case 'cookies':
      return Object.values(credentials.cookies)
    default:
      return [credentials.token]
  }
}

/** Checks the values here, because the error of `fetch` would contain them. */
function checkHeaders(headers: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(headers))
    if (!HEADER_VALUE.test(value))
      throw new TypeError(`The header ${name} contains characters that are not allowed in headers`)
  return headers
}
