import { exampleOf } from './example.ts'
import { asJsonSchema, type JsonSchema } from './json-schema.ts'
import type { RouteContract, RouteSample } from './route.ts'

/** A request and its answer, as the reference shows them. */
export interface Sample {
  readonly params: Readonly<Record<string, string>>
  /** The encoded query string without `?`; may be empty. */
  readonly query: string
  /** Undefined when the route takes no body. */
  readonly body: unknown
  /** Meaningless when the answer is empty or not JSON. */
  readonly answer: unknown
}

/** Uses the route's `docsSample`, or else its first example request, or else values generated from its schemas. */
export function sampleOf(route: RouteContract): Sample {
  const routeSample: RouteSample = { ...route.exampleRequests?.[0], ...route.docsSample }
  const params = { ...(exampleOf(route.params ?? {}) as Record<string, string>), ...routeSample.params }
  const query = routeSample.query ?? requiredQuery(route.query)
  const body = route.body === undefined ? undefined : (routeSample.body ?? exampleOf(route.body))
  const sentValues = { ...queryValues(route.query, query), ...params, ...(body as object) }
  const answer =
    routeSample.answer ?? exampleOf(route.response, { ...sentValues, ...routeSample.answerValues })
  return { params, query, body, answer }
}

function queryValues(schema: RouteContract['query'], query: string): Record<string, unknown> {
  const parameters = new URLSearchParams(query)
  const { properties = {} } = asJsonSchema(schema ?? {})
  const entries = Object.entries(properties).map(([name, field]) => {
    const text = parameters.get(name)
    return [name, text === null ? field.default : parameterOf(field, text)] as const
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** The value of a parameter that a query string has as text. */
export function parameterOf({ type }: JsonSchema, text: string): unknown {
  if (type === 'array') return text.split(',')
  return type === 'integer' ? Number(text) : text
}

function requiredQuery(query: RouteContract['query']): string {
  const { properties = {}, required = [] } = asJsonSchema(query ?? {})
  const requiredNames = required.filter(name => properties[name]!.default === undefined)
  const value = (name: string) => String(properties[name]!.enum?.[0] ?? `YOUR_${name.toUpperCase()}`)
  return requiredNames.map(name => `${name}=${encodeURIComponent(value(name))}`).join('&')
}
