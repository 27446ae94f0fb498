import type { TSchema } from 'typebox'
import { asJsonSchema, type JsonSchema } from '../json-schema.ts'

type Json = Record<string, unknown>

/** Collects the schemas that have an `$id`, and refers to them by it wherever they are used. */
export class SchemaComponents {
  readonly schemas: Record<string, Json> = {}

  /** The schema as an OpenAPI document carries it. */
  use(schema: TSchema): Json {
    return this.#reference(asJsonSchema(schema))
  }

  #reference(schema: JsonSchema): Json {
    const { $id } = schema
    if ($id === undefined) return this.#plain(schema)
    const plain = this.#plain(schema)
    const known = this.schemas[$id]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(plain)) {
      throw new Error(`Two different schemas have the $id ${$id}`)
    }
    this.schemas[$id] = plain
    return { $ref: `#/components/schemas/${$id}` }
  }

  #plain({ $id: _, 'x-cut': cut, ...schema }: JsonSchema): Json {
    const plain: Json = { ...schema }
    if (cut !== undefined) {
      const note = `Cut off after ${cut} characters`
      plain.description = schema.description === undefined ? note : `${schema.description}. ${note}`
    }
    if (schema.anyOf) plain.anyOf = schema.anyOf.map(member => this.#reference(member))
    if (schema.items) plain.items = this.#reference(schema.items)
    if (schema.properties) {
      plain.properties = Object.fromEntries(
        Object.entries(schema.properties).map(([key, field]) => [key, this.#reference(field)]),
      )
    }
    return plain
  }
}
