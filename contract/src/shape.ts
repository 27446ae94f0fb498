import { type TObjectOptions, type TProperties, type TSchema, type TSchemaOptions, Type } from 'typebox'

/** An object with these keys and no others. */
export function shape<Properties extends TProperties>(properties: Properties, options: TObjectOptions = {}) {
  return Type.Object(properties, { ...options, additionalProperties: false })
}

/** The same with a name in the OpenAPI document and the reference. */
export function namedShape<Properties extends TProperties>(
  name: string,
  properties: Properties,
  options: TObjectOptions = {},
) {
  return shape(properties, { $id: name, ...options })
}

/** A value, or null. */
export function nullable<Schema extends TSchema>(schema: Schema, options: TSchemaOptions = {}) {
  return Type.Union([schema, Type.Null()], options)
}
