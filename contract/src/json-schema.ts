import type { TSchema } from 'typebox'

/** The part of JSON Schema that the contract uses. TypeBox schemas are such objects, but their types do not say so. */
export interface JsonSchema {
  readonly $id?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly description?: string
  readonly default?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly minProperties?: number
  /** Text longer than this many code points is cut off. */
  readonly 'x-cut'?: number
  /** Values of an array in a query string that `items` does not allow are left out instead of refused. */
  readonly 'x-drops-unknown'?: boolean
}

/** A TypeBox schema, looked at as the JSON Schema that it is. */
export function asJsonSchema(schema: TSchema): JsonSchema {
  return schema
}
