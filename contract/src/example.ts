import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { EXAMPLE_MOMENT } from './example-values.ts'
import { asJsonSchema, type JsonSchema } from './json-schema.ts'

/** Values that an example must repeat, by field name: the parameters and body fields of its request. */
export type SampleValues = Readonly<Record<string, unknown>>

interface Context {
  name: string
  /** True inside a list, whose rows have other ids than the request. */
  isInList: boolean
  values: SampleValues
}

/** The current day in all examples. */
const TODAY_MS = Date.UTC(2026, 10, 2)
const DAY_MS = 86_400_000
/** Total length of the list of which an example shows one page. */
const LIST_LENGTH = 1284

/** Makes a valid value of a schema with all optional fields, from the examples in the schema. */
export function exampleOf(schema: TSchema, values: SampleValues = {}): unknown {
  return example(asJsonSchema(schema), { name: '', isInList: false, values })
}

function example(schema: JsonSchema, context: Context): unknown {
  if (schema.const !== undefined) return schema.const
  const value = requestedValue(schema, context)
  if (value !== undefined) return value
  if (schema.examples !== undefined) return schema.examples[0]
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.anyOf !== undefined) return example(schema.anyOf[0]!, context)
  switch (schema.type) {
    case 'object':
      return withCounts(exampleObject(schema, context), context.values)
    case 'array':
      return exampleArray(schema, context)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return exampleText(schema)
  }
}

/** @returns the value of this name in the request, undefined when there is none or it is not valid here. */
function requestedValue(schema: JsonSchema, { name, isInList, values }: Context): unknown {
  const value = isInList ? undefined : values[name]
  return value !== undefined && Check(schema as TSchema, value) ? value : undefined
}

function exampleObject({ properties = {} }: JsonSchema, context: Context): Record<string, unknown> {
  const value: Record<string, unknown> = {}
  for (const name of includedIn(Object.keys(properties), context.values))
    value[name] = example(properties[name]!, { ...context, name })
  return value
}

/** Keeps the keys that the request lists in `include`, or all when it lists none. */
function includedIn(names: string[], { include }: SampleValues): string[] {
  const isChoice = Array.isArray(include) && include.every(name => names.includes(name))
  return isChoice ? include : names
}

function exampleArray({ items = {}, minItems = 1 }: JsonSchema, context: Context): unknown[] {
  const { days } = context.values
  const isByDay = context.name === 'series' && typeof days === 'number'
  const rows = Array.from({ length: isByDay ? days : Math.max(1, minItems) }, () =>
    example(items, { ...context, isInList: true }),
  )
  if (!isByDay) return rows
  return rows.map((row, i) => ({ ...(row as object), date: dateBefore(days - 1 - i) }))
}

function dateBefore(daysAgo: number): string {
  return new Date(TODAY_MS - daysAgo * DAY_MS).toISOString().slice(0, 10)
}

function exampleText({ format }: JsonSchema): string {
  if (format === 'date-time') return EXAMPLE_MOMENT
  return format === 'date' ? dateBefore(0) : ''
}

/** Adjusts the counts and offsets of a list to its rows and to the request. */
function withCounts(value: Record<string, unknown>, values: SampleValues): Record<string, unknown> {
  const list = Object.values(value).find(Array.isArray)
  if (list === undefined) return value
  const limit = value.limit ?? values.limit
  const isFull = typeof limit === 'number' && list.length >= limit
  const end = Number(values.offset ?? 0) + list.length
  const total = isFull ? LIST_LENGTH : end
  const counts = {
    total,
    tracked: Math.min(total, Number(value.tracked)),
    count: list.length,
    offset: end - list.length,
    nextOffset: isFull ? end : null,
    hasMore: isFull,
  }
  for (const [name, count] of Object.entries(counts)) if (name in value) value[name] = count
  return value
}
