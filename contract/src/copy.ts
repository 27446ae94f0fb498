import { Compile } from 'typebox/compile'
import type { JsonSchema } from './json-schema.ts'
import { wellFormed } from './query-text.ts'

type Copier = (value: unknown) => unknown

/** Makes a function that copies a valid value, drops keys that the schema does not name, and makes text well-formed. */
export function createCopier(schema: JsonSchema): Copier {
  if (schema.anyOf !== undefined) return unionCopier(schema.anyOf)
  if (schema.type === 'string') return value => wellFormed(value as string)
  if (schema.type === 'array') {
    const copyItem = createCopier(schema.items ?? {})
    return value => (value as unknown[]).map(copyItem)
  }
  return schema.properties === undefined ? value => value : objectCopier(schema, schema.properties)
}

function objectCopier(schema: JsonSchema, properties: NonNullable<JsonSchema['properties']>): Copier {
  const copiers = Object.entries(properties).map(([key, field]) => [key, createCopier(field)] as const)
  const keepsUnknown = schema.additionalProperties === true
  return value => {
    const source = value as Record<string, unknown>
    const copy: Record<string, unknown> = {}
    if (keepsUnknown) {
      for (const [key, field] of Object.entries(source)) if (key !== '__proto__') copy[key] = field
    }
    for (const [key, copyField] of copiers) if (Object.hasOwn(source, key)) copy[key] = copyField(source[key])
    return copy
  }
}

function unionCopier(schemas: readonly JsonSchema[]): Copier {
  const members = schemas.map(schema => ({ validator: Compile(schema), copy: createCopier(schema) }))
  return value => members.find(({ validator }) => validator.Check(value))!.copy(value)
}
