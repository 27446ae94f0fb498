import type { TLocalizedValidationError } from 'typebox/error'
import type { JsonSchema } from './json-schema.ts'
import { inBackticks, inWords } from './wording.ts'

/** An invalid input, with a sentence that names the field and what is allowed. */
export interface InputError {
  /** Name of the parameter, or the path of a body field: `avatarIds[2]`; empty for the body as a whole. */
  readonly parameter: string
  readonly message: string
}

/** Describes the first error of a body. */
export function refusalOf(schema: JsonSchema, errors: readonly TLocalizedValidationError[]): InputError {
  // Errors of a union's members are less helpful than the error of the whole union.
  const own = errors.filter(
    ({ keyword, schemaPath }) => keyword !== 'boolean' && !schemaPath.includes('/oneOf/'),
  )
  const error = own[0] ?? errors[0]!
  const { place, field } = find(schema, error.instancePath)
  const subject = place === '' ? 'The body' : `\`${place}\``
  const known = Object.keys(field.properties ?? {})
  switch (error.keyword) {
    case 'required': {
      const name = error.params.requiredProperties[0]!
      const parameter = place === '' ? name : `${place}.${name}`
      const words = inWords(field.properties?.[name] ?? {})
      return { parameter, message: `\`${parameter}\` is required and must be ${words}.` }
    }
    case 'additionalProperties': {
      const name = error.params.additionalProperties[0]!
      const parameter = place === '' ? name : `${place}.${name}`
      return { parameter, message: `\`${parameter}\` is not known here. Allowed: ${inBackticks(known)}.` }
    }
    case 'minProperties':
      return { parameter: place, message: `${subject} needs at least one of ${inBackticks(known)}.` }
    case 'oneOf':
      return { parameter: place, message: `${subject} is not valid. ${field.description ?? ''}`.trim() }
    default:
      return { parameter: place, message: `${subject} must be ${inWords(field)}.` }
  }
}

/** Finds the schema at a JSON pointer; inside of a union, the schema of the whole union. */
function find(schema: JsonSchema, pointer: string): { place: string; field: JsonSchema } {
  let field = schema
  let place = ''
  for (const part of pointer.split('/').slice(1)) {
    if (field.anyOf !== undefined) break
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (field.items !== undefined) {
      field = field.items
      place += `[${key}]`
    } else {
      field = field.properties?.[key] ?? {}
      place += place === '' ? key : `.${key}`
    }
  }
  return { place, field }
}
