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
  /** The first one is shown in the reference; see `example.ts`. */
  readonly examples?: readonly unknown[]
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
  readonly uniqueItems?: boolean
  /**
   * The allowed values in words, to follow "must be" in a sentence; set where other keywords cannot express them well.
   */
  readonly 'x-words'?: string
  /** Maximum length of a text in code points; the rest is cut off. */
  readonly 'x-cut'?: number
  /** For arrays in query strings: true when values that `items` does not allow are dropped instead of refused. */
  readonly 'x-drops-unknown'?: boolean
}

export function asJsonSchema(schema: TSchema): JsonSchema {
  return schema
}
