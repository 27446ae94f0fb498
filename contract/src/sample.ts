import { exampleOf } from './example.ts'
import { asJsonSchema, type JsonSchema } from './json-schema.ts'
import type { RouteContract, RouteSample } from './route.ts'

/** A request of a route and an answer that fits it, as the reference shows them. */
export interface Sample {
  readonly params: Readonly<Record<string, string>>
  /** What follows the `?`, encoded; empty for nothing. */
  readonly query: string
  /** Undefined for a route without one. */
  readonly body: unknown
  /** Means nothing where the answer is empty or no JSON. */
  readonly answer: unknown
}

/** The route's own sample, else the first example of the route, else what its schemas make up. */
export function sampleOf(route: RouteContract): Sample {
  const given: RouteSample = { ...route.examples?.[0], ...route.sample }
  const params = { ...(exampleOf(route.params ?? {}) as Record<string, string>), ...given.params }
  const query = given.query ?? requiredQuery(route.query)
  const body = route.body === undefined ? undefined : (given.body ?? exampleOf(route.body))
  const facts = { ...valuesOf(route.query, query), ...params, ...(body as object), ...given.facts }
  return { params, query, body, answer: given.answer ?? exampleOf(route.response, facts) }
}

/** The values that a query stands for, with defaults. */
function valuesOf(schema: RouteContract['query'], query: string): Record<string, unknown> {
  const given = new URLSearchParams(query)
  const { properties = {} } = asJsonSchema(schema ?? {})
  const values = Object.entries(properties).map(([name, field]) => {
    const text = given.get(name)
    return [name, text === null ? field.default : parameterOf(field, text)] as const
  })
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

function parameterOf({ type }: JsonSchema, text: string): unknown {
  if (type === 'array') return text.split(',')
  return type === 'integer' ? Number(text) : text
}

function requiredQuery(query: RouteContract['query']): string {
  const { properties = {}, required = [] } = asJsonSchema(query ?? {})
  const needed = required.filter(name => properties[name]!.default === undefined)
  const value = (name: string) => String(properties[name]!.enum?.[0] ?? `YOUR_${name.toUpperCase()}`)
  return needed.map(name => `${name}=${encodeURIComponent(value(name))}`).join('&')
}
