import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { createCopier } from './copy.ts'
import { type InputError, inputErrorOf } from './input-error.ts'
import { asJsonSchema, type JsonSchema } from './json-schema.ts'
import { decodeQueryText, wellFormed } from './query-text.ts'
import { inWords } from './wording.ts'

export type InputReading<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'invalid'; readonly error: InputError }

type FieldReader = (text: string) => InputReading<unknown>

const INTEGER = /^[+-]?\d+$/

/**
 * Compiles a reader of query strings, which never throws. It ignores unknown parameters, takes the last of repeated
 * ones, and treats an empty one as absent; an absent one has its default. Integers are moved to the nearer bound.
 * Arrays are separated by commas (OpenAPI: `form`, not exploded); with `x-drops-unknown` they lose invalid values. Text
 * is cut off at `x-cut` code points.
 *
 * @returns a reader of the undecoded query string, without `?`
 */
export function createQueryReader<Schema extends TSchema>(
  schema: Schema,
): (raw: string) => InputReading<Static<Schema>> {
  const { properties = {}, required = [] } = asJsonSchema(schema)
  const defaults: Record<string, unknown> = {}
  const readers = new Map<string, FieldReader>()
  for (const [name, field] of Object.entries(properties)) {
    readers.set(name, createFieldReader(name, field))
    if (field.default !== undefined) defaults[name] = freeze(field.default)
  }
  const requiredNames = required.filter(name => !(name in defaults))

  return raw => {
    const value: Record<string, unknown> = { ...defaults }
    let start = 0
    while (start < raw.length) {
      const next = raw.indexOf('&', start)
      const end = next === -1 ? raw.length : next
      const equals = raw.indexOf('=', start)
      const hasValue = equals !== -1 && equals < end
      const name = decodeQueryText(raw.slice(start, hasValue ? equals : end))
      const readField = readers.get(name)
      if (readField !== undefined) {
        const text = hasValue ? decodeQueryText(raw.slice(equals + 1, end)) : ''
        if (text === '') setDefault(value, name, defaults)
        else {
          const reading = readField(text)
          if (reading.kind === 'invalid') return reading
          value[name] = reading.value
        }
      }
      start = end + 1
    }
    for (const name of requiredNames) {
      if (!(name in value)) return missingParameter(name, properties[name]!)
    }
    return { kind: 'value', value: value as Static<Schema> }
  }
}

/** Compiles a reader of path parameters that the router has decoded. All of them are required. */
export function createParamsReader<Schema extends TSchema>(
  schema: Schema,
): (raw: unknown) => InputReading<Static<Schema>> {
  const { properties = {} } = asJsonSchema(schema)
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, field, createFieldReader(name, field)] as const,
  )
  return raw => {
    const params = typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {}
    const value: Record<string, unknown> = {}
    for (const [name, field, read] of fields) {
      const text = Object.hasOwn(params, name) ? params[name] : undefined
      if (typeof text !== 'string' || text === '') return missingParameter(name, field)
      const reading = read(wellFormed(text))
      if (reading.kind === 'invalid') return reading
      value[name] = reading.value
    }
    return { kind: 'value', value: value as Static<Schema> }
  }
}

/**
 * Compiles a reader of parsed JSON bodies. It copies the value and makes text well-formed. Unknown keys are dropped, or
 * refused if `additionalProperties` is false, or kept if it is true.
 */
export function createBodyReader<Schema extends TSchema>(
  schema: Schema,
): (value: unknown) => InputReading<Static<Schema>> {
  const validator = Compile(schema)
  const copy = createCopier(asJsonSchema(schema))
  return value => {
    if (validator.Check(value)) return { kind: 'value', value: copy(value) as Static<Schema> }
    return { kind: 'invalid', error: inputErrorOf(asJsonSchema(schema), validator.Errors(value)) }
  }
}

function createFieldReader(name: string, field: JsonSchema): FieldReader {
  if (field.enum !== undefined) return enumReader(name, field)
  switch (field.type) {
    case 'integer':
      return integerReader(name, field)
    case 'string':
      return textReader(name, field)
    case 'array':
      return arrayReader(name, field)
    default:
      throw new TypeError(`The parameter ${name} has a schema that a query string cannot carry`)
  }
}

function integerReader(name: string, field: JsonSchema): FieldReader {
  const { minimum = -Number.MAX_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = field
  const refusal = disallowedValue(name, field)
  return text =>
    INTEGER.test(text)
      ? { kind: 'value', value: Math.min(maximum, Math.max(minimum, Number(text))) }
      : refusal
}

function enumReader(name: string, field: JsonSchema): FieldReader {
  const values = new Map(field.enum!.map(value => [String(value), value]))
  const refusal = disallowedValue(name, field)
  return text => (values.has(text) ? { kind: 'value', value: values.get(text) } : refusal)
}

function textReader(name: string, field: JsonSchema): FieldReader {
  const maxCodePoints = field['x-cut'] ?? Number.POSITIVE_INFINITY
  const refusal = disallowedValue(name, field)
  const validator = Compile(field)
  return text => {
    const value = text.length <= maxCodePoints ? text : firstCodePoints(text, maxCodePoints)
    return validator.Check(value) ? { kind: 'value', value } : refusal
  }
}

function arrayReader(name: string, field: JsonSchema): FieldReader {
  const { maxItems = Number.POSITIVE_INFINITY, items = {} } = field
  const readItem = createFieldReader(name, items)
  const refusal = invalidParameter(name, `takes at most ${maxItems} values, separated by commas`)
  return text => {
    const values: unknown[] = []
    for (const part of text.split(',')) {
      const item = part.trim()
      if (item === '') continue
      const reading = readItem(item)
      if (reading.kind === 'invalid' && field['x-drops-unknown']) continue
      if (reading.kind === 'invalid') return reading
      values.push(reading.value)
    }
    return values.length > maxItems ? refusal : { kind: 'value', value: values }
  }
}

function firstCodePoints(text: string, count: number): string {
  let end = 0
  for (let codePoints = 0; codePoints < count && end < text.length; codePoints++)
    end += text.codePointAt(end)! > 0xffff ? 2 : 1
  return text.slice(0, end)
}

function setDefault(value: Record<string, unknown>, name: string, defaults: Record<string, unknown>): void {
  if (name in defaults) value[name] = defaults[name]
  else delete value[name]
}

/** All requests share the same default object, so it must not change. */
function freeze(value: unknown): unknown {
  return typeof value === 'object' ? Object.freeze(value) : value
}

function disallowedValue(name: string, field: JsonSchema): InputReading<never> {
  return invalidParameter(name, `must be ${inWords(field)}`)
}

function missingParameter(name: string, field: JsonSchema): InputReading<never> {
  return invalidParameter(name, `is required and must be ${inWords(field)}`)
}

function invalidParameter(parameter: string, problem: string): InputReading<never> {
  return { kind: 'invalid', error: { parameter, message: `\`${parameter}\` ${problem}.` } }
}
