import type { JsonSchema } from '../json-schema.ts'

type Json = Record<string, unknown>

/** Collects the schemas and responses of a document, and refers to them by name. */
export class Components {
  readonly schemas: Record<string, Json> = {}
  readonly responses: Record<string, object> = {}

  /** @returns the schema without our keywords and its examples, which the samples have, or a reference to it. */
  use(schema: JsonSchema): Json {
    const { $id } = schema
    const plainSchema = this.#withoutOurKeywords(schema)
    if ($id === undefined) return plainSchema
    const existingSchema = this.schemas[$id]
    if (existingSchema !== undefined && JSON.stringify(existingSchema) !== JSON.stringify(plainSchema)) {
      throw new Error(`Two different schemas have the $id ${$id}`)
    }
    this.schemas[$id] = plainSchema
    return { $ref: `#/components/schemas/${$id}` }
  }

  /** @returns a reference to the response with this name, which is made on first use. */
  useResponse(name: string, make: () => object): Json {
    this.responses[name] ??= make()
    return { $ref: `#/components/responses/${name}` }
  }

  #withoutOurKeywords({
    $id,
    examples,
    'x-cut': cut,
    'x-drops-unknown': dropsUnknown,
    'x-words': words,
    ...schema
  }: JsonSchema): Json {
    const plainSchema: Json = { ...schema }
    if (cut !== undefined) {
      const note = `Cut off after ${cut} characters`
      plainSchema.description = schema.description === undefined ? note : `${schema.description}. ${note}`
    }
    if (schema.anyOf) plainSchema.anyOf = schema.anyOf.map(member => this.use(member))
    if (schema.items) plainSchema.items = this.use(schema.items)
    if (schema.properties) {
      plainSchema.properties = Object.fromEntries(
        Object.entries(schema.properties).map(([key, field]) => [key, this.use(field)]),
      )
    }
    return plainSchema
  }
}
