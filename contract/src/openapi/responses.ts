import { ERRORS, type ErrorCode, ErrorSchema, OAUTH_ERRORS, OAuthErrorSchema } from '../errors.ts'
import { asJsonSchema } from '../json-schema.ts'
import { errorsOf, type RouteContract } from '../route.ts'
import type { Sample } from '../sample.ts'
import type { Components } from './components.ts'

const RATE_LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const

const STATUSES_WITH_RETRY_AFTER = [429, 503]

const integerHeader = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } })

/** `components.headers` of the document. */
export const HEADERS = {
  'RateLimit-Limit': integerHeader('Requests per minute of the limit group that has the fewest left'),
  'RateLimit-Remaining': integerHeader('Requests of that group that are left'),
  'RateLimit-Reset': integerHeader('Seconds until the whole limit of that group is available again'),
  'Retry-After': integerHeader('Seconds to wait before the next attempt'),
  ETag: { description: 'Send it as `If-None-Match` to be answered 304', schema: { type: 'string' } },
  Location: { description: 'The URL to which the browser is redirected', schema: { type: 'string' } },
} as const

type HeaderName = keyof typeof HEADERS

/** Describes the success response and all errors of a route, keyed by status. */
export function responsesOf(
  route: RouteContract,
  components: Components,
  sample: Sample,
): Record<string, object> {
  return { ...successOf(route, components, sample), ...failuresOf(route, components) }
}

/** True when the success response has an ETag. */
function isConditional({ method, status = 200, mediaType, response }: RouteContract): boolean {
  return method === 'GET' && status === 200 && mediaType !== 'text/event-stream' && !isEmpty(response)
}

/** True when no schema can describe the answer. JSON, lines of JSON and event frames have a schema. */
export function isPictureOrXml(mediaType: string | undefined): mediaType is string {
  return mediaType !== undefined && /^image\/|\+xml$/.test(mediaType)
}

/** True when the answer has no body. */
export function isEmpty(response: RouteContract['response']): boolean {
  return asJsonSchema(response).type === 'void'
}

function successOf(route: RouteContract, components: Components, sample: Sample): Record<string, object> {
  const { status = 200, mediaType = 'application/json', response } = route
  const headers: HeaderName[] = [...RATE_LIMIT_HEADERS]
  if (status === 303) headers.push('Location')
  if (isConditional(route)) headers.push('ETag')
  const success = {
    description: status === 303 ? 'A redirect' : 'Success',
    headers: headerReferences(headers),
    content: isEmpty(response)
      ? undefined
      : {
          [mediaType]: {
            schema: components.use(response),
            example: route.mediaType ? undefined : sample.answer,
          },
        },
  }
  if (!isConditional(route)) return { [status]: success }
  const notModified = {
    description: 'Not modified: your copy is current',
    headers: headerReferences([...RATE_LIMIT_HEADERS, 'ETag']),
  }
  return { [status]: success, 304: notModified }
}

function failuresOf(route: RouteContract, components: Components): Record<string, object> {
  const ownByStatus = Map.groupBy(errorsOf(route), code => ERRORS[code].status as number)
  const oauthByStatus = Map.groupBy(route.oauthErrors ?? [], code => OAUTH_ERRORS[code] as number)
  const failures = Array.from(new Set([...ownByStatus.keys(), ...oauthByStatus.keys()]), status => {
    const codes = { own: ownByStatus.get(status) ?? [], oauth: oauthByStatus.get(status) ?? [] }
    const name = [...codes.oauth, ...codes.own].join('.')
    return [status, components.useResponse(name, () => failure(status, codes, components))]
  })
  return Object.fromEntries(failures)
}

function failure(
  status: number,
  { own, oauth }: { own: readonly ErrorCode[]; oauth: readonly string[] },
  components: Components,
): object {
  const schemas = [
    ...(oauth.length > 0 ? [components.use(OAuthErrorSchema)] : []),
    ...(own.length > 0 ? [components.use(ErrorSchema)] : []),
  ]
  const examples = {
    ...Object.fromEntries(oauth.map(code => [code, { value: { error: code } }])),
    ...Object.fromEntries(own.map(code => [code, { value: { error: ERRORS[code].message, code } }])),
  }
  const headers: HeaderName[] = [...RATE_LIMIT_HEADERS]
  if (STATUSES_WITH_RETRY_AFTER.includes(status)) headers.push('Retry-After')
  return {
    description: [...oauth, ...own].map(code => `\`${code}\``).join(', '),
    headers: headerReferences(headers),
    content: {
      'application/json': { schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas }, examples },
    },
  }
}

function headerReferences(names: readonly HeaderName[]): object {
  return Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))
}
