import { type TObjectOptions, type TProperties, type TSchema, type TSchemaOptions, Type } from 'typebox'

/** An object schema that allows no other keys. */
export function shape<Properties extends TProperties>(properties: Properties, options: TObjectOptions = {}) {
  return Type.Object(properties, { ...options, additionalProperties: false })
}

/** A `shape` with a name for the OpenAPI document and the reference. */
export function namedShape<Properties extends TProperties>(
  name: string,
  properties: Properties,
  options: TObjectOptions = {},
) {
  return shape(properties, { $id: name, ...options })
}

/** A text field, with its example for the reference. */
export function text(example: string, description?: string) {
  return Type.String({ ...(description !== undefined && { description }), examples: [example] })
}

export function nullable<Schema extends TSchema>(schema: Schema, options: TSchemaOptions = {}) {
  return Type.Union([schema, Type.Null()], options)
}
