import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Check } from 'typebox/value'
import { asJsonSchema, type JsonSchema } from './json-schema.ts'
import { worldRoutes } from './routes/world.ts'
import { WorldAvatarSchema } from './world.ts'

it('an avatar in lists for worlds has every key, and none is null', () => {
  const { required, properties } = WorldAvatarSchema
  assert.deepEqual(required, Object.keys(properties))
  for (const [name, schema] of Object.entries(properties)) assert.ok(!Check(schema, null), name)
})

it('answers for worlds have null only in the properties that docs/world.md and the page for worlds name', () => {
  const names = Object.values(worldRoutes).flatMap(({ response }) => nullableIn(asJsonSchema(response)))
  assert.deepEqual([...new Set(names)].sort(), ['authorVrclUrl', 'nextOffset', 'updatedAt'])
})

/** Names of the properties inside of a schema that can be null. */
function nullableIn({ properties = {}, items, anyOf = [] }: JsonSchema): string[] {
  const nullable = Object.entries(properties).filter(([, { anyOf: kinds = [] }]) =>
    kinds.some(({ type }) => type === 'null'),
  )
  const inner = [...Object.values(properties), ...anyOf, ...(items ? [items] : [])]
  return [...nullable.map(([name]) => name), ...inner.flatMap(nullableIn)]
}
