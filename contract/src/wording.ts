import type { JsonSchema } from './json-schema.ts'

/** The allowed values of a field in words that can follow "must be": `an integer from 1 to 60`. */
export function inWords(schema: JsonSchema): string {
  if (schema['x-words'] !== undefined) return schema['x-words']
  if (schema.anyOf !== undefined) return unionInWords(schema, schema.anyOf)
  if (schema.enum !== undefined) return `one of ${inBackticks(schema.enum)}`
  if (schema.const !== undefined) return `\`${schema.const}\``
  switch (schema.type) {
    case 'integer':
      return `an integer${rangeInWords(schema.minimum, schema.maximum)}`
    case 'number':
      return `a number${rangeInWords(schema.minimum, schema.maximum)}`
    case 'boolean':
      return '`true` or `false`'
    case 'string':
      return schema.format === 'date-time'
        ? 'a date and time such as `2026-01-31T12:00:00Z`'
        : `a string${stringBounds(schema)}`
    case 'array':
      return `an array of ${arrayBounds(schema)}, each ${inWords(schema.items ?? {})}${schema.uniqueItems ? ', none of them twice' : ''}`
    case 'object':
      return 'an object'
    default:
      return schema.type ?? 'a value'
  }
}

/** For a union of objects, whose members have no name, this is its description. */
function unionInWords({ description }: JsonSchema, members: readonly JsonSchema[]): string {
  const isOfObjects = members.every(({ type }) => type === 'object')
  return isOfObjects && description !== undefined ? description : members.map(inWords).join(' or ')
}

/** Writes values for Markdown: `a`, `b`, `c`. */
export function inBackticks(values: readonly unknown[]): string {
  return values.map(value => `\`${value}\``).join(', ')
}

function rangeInWords(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (minimum !== undefined) return ` of at least ${minimum}`
  return maximum === undefined ? '' : ` of at most ${maximum}`
}

function stringBounds({ minLength, maxLength }: JsonSchema): string {
  if (minLength === undefined && maxLength === undefined) return ''
  return ` of ${countOf(minLength, maxLength, 'character')}`
}

function arrayBounds({ minItems, maxItems }: JsonSchema): string {
  return minItems === undefined && maxItems === undefined ? 'values' : countOf(minItems, maxItems, 'value')
}

function countOf(minimum: number | undefined, maximum: number | undefined, noun: string): string {
  const nouns = (maximum ?? minimum) === 1 ? noun : `${noun}s`
  if (maximum === undefined) return `at least ${minimum} ${nouns}`
  return minimum === undefined ? `at most ${maximum} ${nouns}` : `${minimum} to ${maximum} ${nouns}`
}
