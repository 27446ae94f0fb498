import type { TLocalizedValidationError } from 'typebox/error'
import type { JsonSchema } from './json-schema.ts'
import { inBackticks, inWords } from './wording.ts'

/** Describes invalid input in a sentence that names the field and the allowed values. */
export interface InputError {
  /** Name of the parameter, or path of a body field such as `avatarIds[2]`; empty for the body as a whole. */
  readonly parameter: string
  readonly message: string
}

/** Makes an `InputError` from the first error that the validation of a body found. */
export function inputErrorOf(schema: JsonSchema, errors: readonly TLocalizedValidationError[]): InputError {
  // The keyword `boolean` repeats `additionalProperties: false`. Errors of a union's members say less than the union's.
  const outsideUnions = errors.filter(
    ({ keyword, schemaPath }) => keyword !== 'boolean' && !/\/(?:oneOf|anyOf)\//.test(schemaPath),
  )
  const error = outsideUnions[0] ?? errors[0]!
  const { path, field } = fieldAt(schema, error.instancePath)
  const subject = path === '' ? 'The body' : `\`${path}\``
  const knownFields = Object.keys(field.properties ?? {})
  switch (error.keyword) {
    case 'required': {
      const name = error.params.requiredProperties[0]!
      const parameter = memberPath(path, name)
      const words = inWords(field.properties?.[name] ?? {})
      return { parameter, message: `\`${parameter}\` is required and must be ${words}.` }
    }
    case 'additionalProperties': {
      const parameter = memberPath(path, error.params.additionalProperties[0]!)
      return {
        parameter,
        message: `\`${parameter}\` is not known here. Allowed: ${inBackticks(knownFields)}.`,
      }
    }
    case 'minProperties':
      return { parameter: path, message: `${subject} needs at least one of ${inBackticks(knownFields)}.` }
    case 'oneOf':
      return { parameter: path, message: `${subject} is not valid. ${field.description ?? ''}`.trim() }
    default:
      return { parameter: path, message: `${subject} must be ${inWords(field)}.` }
  }
}

/**
 * Finds the schema that a JSON pointer leads to; inside `anyOf`, the whole union. `oneOf` here only requires fields.
 */
function fieldAt(schema: JsonSchema, pointer: string): { path: string; field: JsonSchema } {
  let field = schema
  let path = ''
  for (const part of pointer.split('/').slice(1)) {
    if (field.anyOf !== undefined) break
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (field.items !== undefined) {
      field = field.items
      path += `[${key}]`
    } else {
      field = field.properties?.[key] ?? {}
      path = memberPath(path, key)
    }
  }
  return { path, field }
}

function memberPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
