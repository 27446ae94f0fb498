import { asJsonSchema } from '../json-schema.ts'
import type { RouteContract } from '../route.ts'
import { parameterOf, type Sample } from '../sample.ts'
import type { Components } from './components.ts'

/** Describes the parameters in path, query and headers, with the sample's values as examples. */
export function parametersOf(
  route: RouteContract,
  components: Components,
  { params, query }: Sample,
): object[] {
  return [
    ...parametersIn('path', route.params, components, new URLSearchParams(params)),
    ...parametersIn('query', route.query, components, new URLSearchParams(query)),
    ...parametersIn('header', route.headers, components),
  ]
}

function parametersIn(
  location: 'path' | 'query' | 'header',
  schema: RouteContract['query'],
  components: Components,
  example = new URLSearchParams(),
): object[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = asJsonSchema(schema)
  // OpenAPI describes this header by security schemes.
  const names = Object.keys(properties).filter(name => name !== 'Authorization')
  return names.map(name => {
    const field = properties[name]!
    const { description, ...fieldSchema } = components.use(field)
    const isArray = field.type === 'array'
    // The schema lists a parameter that has a default as required, yet a request may omit it.
    const isRequired = location === 'path' || (required.includes(name) && field.default === undefined)
    const text = example.get(name)
    return {
      name,
      in: location,
      description,
      required: isRequired || undefined,
      style: isArray ? 'form' : undefined,
      explode: isArray ? false : undefined,
      schema: fieldSchema,
      example: text === null ? undefined : parameterOf(field, text),
    }
  })
}
