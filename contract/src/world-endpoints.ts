import { asJsonSchema } from './json-schema.ts'
import type { RouteContract } from './route.ts'
import { worldRoutes } from './routes/world.ts'
import { inWords } from './wording.ts'
import type { WorldEndpoint } from './world.ts'

/** Makes the answer of `/world/endpoints`, in which every value is text. */
export function worldEndpoints(): WorldEndpoint[] {
  return Object.values<RouteContract>(worldRoutes).map(({ method, path, summary, params, query }) => ({
    method,
    path,
    summary,
    parameters: [...parametersIn('path', params), ...parametersIn('query', query)],
  }))
}

function parametersIn(
  location: 'path' | 'query',
  schema: RouteContract['query'],
): WorldEndpoint['parameters'] {
  const { properties = {} } = asJsonSchema(schema ?? {})
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: location,
    type: field.type ?? 'string',
    default: String(field.default ?? ''),
    allowed: inWords(field),
  }))
}
