import { LIMITS_PER_MINUTE } from './limits.ts'
import { Components } from './openapi/components.ts'
import { parametersOf } from './openapi/parameters.ts'
import { HEADERS, responsesOf } from './openapi/responses.ts'
import { securityOf, securitySchemes } from './openapi/security.ts'
import { bodyLimitOf, type RouteContract } from './route.ts'
import { ROUTE_TAGS } from './route-tags.ts'
import { ROUTES } from './routes/all.ts'
import { type Sample, sampleOf } from './sample.ts'
import { CODE_LICENCE, DATA_LICENCE, INTERFACE_VERSION, TERMS } from './terms.ts'

interface OpenApiOptions {
  /** Base URL of the interface: `https://avatars.example/api` */
  baseUrl: string
  /** Version of the software, not of the interface. */
  version: string
}

/**
 * Makes the OpenAPI 3.1 document, without references to other documents. The generator yields after each route, so that
 * the caller can let the event loop run.
 */
export function* openApiSteps({ baseUrl, version }: OpenApiOptions): Generator<void, object> {
  const components = new Components()
  const paths: Record<string, Record<string, object>> = {}
  for (const route of ROUTES) {
    paths[route.path] ??= {}
    paths[route.path]![route.method.toLowerCase()] = operationOf(route, components)
    yield
  }
  return {
    openapi: '3.1.1',
    info: infoOf(baseUrl, version),
    servers: [{ url: baseUrl }],
    tags: ROUTE_TAGS.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: components.schemas,
      responses: components.responses,
      headers: HEADERS,
      securitySchemes: securitySchemes(baseUrl),
    },
  }
}

function infoOf(baseUrl: string, version: string): object {
  const terms = new URL('/terms', baseUrl).href
  return {
    title: 'Avatary',
    summary: 'A searchable index of VRChat avatars',
    description: [
      'Search, mirror and follow a catalog of avatars. Plain JSON; public data needs no key.',
      '**Terms of use of the data**',
      ...TERMS.map(rule => `- ${rule}`),
      `The software is free under the ${CODE_LICENCE} licence.`,
      'Every answer carries `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`; read them instead of hard-coding limits.',
    ].join('\n'),
    termsOfService: terms,
    license: { name: DATA_LICENCE, url: terms },
    version: INTERFACE_VERSION,
    'x-server-version': version,
  }
}

function operationOf(route: RouteContract, components: Components): object {
  const { limit } = route
  const sample = sampleOf(route)
  const parameters = parametersOf(route, components, sample)
  const body = bodyOf(route, components, sample)
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody: body,
    responses: responsesOf(route, components, sample),
    security: securityOf(route),
    'x-rate-limit':
      limit === 'none' || limit === 'exempt'
        ? undefined
        : { group: limit, perMinute: LIMITS_PER_MINUTE[limit] },
    'x-extension': route.inSpec ? undefined : true,
  }
}

function bodyOf(route: RouteContract, components: Components, sample: Sample): object | undefined {
  const { body, bodyMediaTypes = ['application/json'] } = route
  if (body === undefined) return undefined
  const content = { schema: components.use(body), example: sample.body }
  return {
    required: true,
    'x-most-bytes': bodyLimitOf(route),
    content: Object.fromEntries(bodyMediaTypes.map(mediaType => [mediaType, content])),
  }
}
