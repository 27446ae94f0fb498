import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { ERRORS, type ErrorCode, ErrorSchema, OAuthErrorSchema } from '@avatary/contract/errors'
import { isEmpty, isPictureOrXml } from '@avatary/contract/openapi/responses'
import { errorsOf, type RouteContract } from '@avatary/contract/route'
import { ROUTES } from '@avatary/contract/routes/all'
import { Compile } from 'typebox/compile'
import type { FuzzRequest, RawRequest } from './generate.ts'
import type { FuzzReply } from './send.ts'

const errorShape = Compile(ErrorSchema)
const oauthErrorShape = Compile(OAuthErrorSchema)
const answerShapes = new Map(
  ROUTES.map(({ id, response, status }) => [id, status === 303 ? null : Compile(response)]),
)

/** Errors that any path may answer, with or without a route. */
const ERRORS_OF_ANY_PATH: readonly ErrorCode[] = [
  'bad_request',
  'not_found',
  'method_not_allowed',
  'uri_too_long',
  'headers_too_large',
  'body_too_large',
  'unsupported_media_type',
  'request_timeout',
  'rate_limited',
]

const ROUTE_PATTERNS = ROUTES.map(route => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
}))

/** Describes what is wrong with a reply; null when nothing is. */
export function judge(request: FuzzRequest | RawRequest, reply: FuzzReply): string | null {
  const { status } = reply
  if (request.kind === 'raw') return judgeRaw(reply)
  if (status < 200 || status === 500 || status > 503 || status === 502) return `status ${status}`
  return (
    headerProblem(reply) ?? (status >= 400 ? refusalProblem(request, reply) : successProblem(request, reply))
  )
}

/** The server may answer bytes that are not a request by silence, but never by a 500. */
function judgeRaw({ status }: FuzzReply): string | null {
  return status >= 500 ? `status ${status} to raw bytes` : null
}

function headerProblem({ headers }: FuzzReply): string | null {
  for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'cache-control']) {
    if (headers[name] === undefined) return `no ${name}`
  }
  return headers['x-evil'] === undefined ? null : 'a header came from the request'
}

function refusalProblem(request: FuzzRequest, reply: FuzzReply): string | null {
  const { status } = reply
  if (request.method === 'HEAD' || isPageOfError(request, reply)) return null
  const value = jsonOf(reply)
  if (errorShape.Check(value)) {
    if (ERRORS[value.code].status !== status) return `${value.code} with status ${status}`
    const documented = [...ERRORS_OF_ANY_PATH, ...routesAt(request).flatMap(errorsOf)]
    if (value.code === 'internal' || !documented.includes(value.code)) return `undocumented ${value.code}`
    return status === 429 && reply.headers['retry-after'] === undefined ? 'no Retry-After' : null
  }
  const isOAuth = routesAt(request).some(({ oauthErrors }) => oauthErrors !== undefined)
  return isOAuth && oauthErrorShape.Check(value) ? null : `${status} in no shape of an error`
}

/** True for the page that shows an error to a browser. */
function isPageOfError(request: FuzzRequest, reply: FuzzReply): boolean {
  const wantsPage = request.headers.Accept?.includes('text/html') ?? false
  const isHtml = reply.headers['content-type']?.startsWith('text/html') ?? false
  return wantsPage && isHtml && /^<!doctype html>/i.test(textOf(reply))
}

function successProblem(request: FuzzRequest, reply: FuzzReply): string | null {
  const { status, headers } = reply
  if (status === 304 || request.method === 'HEAD')
    return reply.body.length > 0 ? 'a body without being asked' : null
  if (request.method === 'OPTIONS') return status === 204 ? null : `${status} to OPTIONS`
  const problems = routesAt(request).map(route => {
    if ((route.status ?? 200) !== status) return `status ${status}`
    if (isEmpty(route.response)) return reply.body.length > 0 ? 'a body that should be empty' : null
    const mediaType = route.mediaType ?? 'application/json'
    if (!headers['content-type']?.startsWith(mediaType.replace('*', '')))
      return `content type ${headers['content-type']}`
    return mediaType === 'text/event-stream' || isPictureOrXml(mediaType) ? null : bodyProblem(route, reply)
  })
  if (problems.length === 0) return 'success without a route'
  return problems.includes(null) ? null : problems[0]!
}

function bodyProblem({ id, mediaType }: RouteContract, reply: FuzzReply): string | null {
  const shape = answerShapes.get(id)!
  if (!reply.isWhole && mediaType === undefined) return null
  const texts = mediaType === undefined ? [textOf(reply)] : linesOf(reply)
  for (const text of texts) {
    const value = parsed(text)
    if (!shape.Check(value)) return `not as in its schema: ${JSON.stringify(shape.Errors(value).slice(0, 2))}`
  }
  return null
}

/** Complete lines of the part that was read. */
function linesOf(reply: FuzzReply): string[] {
  const lines = textOf(reply).split('\n')
  if (!reply.isWhole) lines.pop()
  return lines.filter(line => line !== '')
}

/** Routes that a request may match, because a path may be escaped and is matched both ways. */
function routesAt({ method, target }: FuzzRequest): RouteContract[] {
  const path = target.split(/[?#;]/, 1)[0]!
  const routeMethod = method === 'HEAD' ? 'GET' : method
  return ROUTE_PATTERNS.filter(
    ({ route, pattern }) =>
      route.method === routeMethod && (pattern.test(path) || pattern.test(decoded(path))),
  ).map(({ route }) => route)
}

/** A path with its segments decoded, as the router reads it. */
function decoded(path: string): string {
  try {
    return path
      .split('/')
      .map(part => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/')
  } catch {
    return path
  }
}

function jsonOf(reply: FuzzReply): unknown {
  return parsed(textOf(reply))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function textOf({ headers, body, isWhole }: FuzzReply): string {
  const encoding = isWhole ? headers['content-encoding'] : undefined
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  return encoding === 'gzip' ? gunzipSync(body).toString() : body.toString()
}
