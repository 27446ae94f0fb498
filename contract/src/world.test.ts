import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Check } from 'typebox/value'
import { WorldAvatarSchema } from './world.ts'

it('an avatar in lists for worlds has every key, and none is null', () => {
  const { required, properties } = WorldAvatarSchema
  assert.deepEqual(required, Object.keys(properties))
  for (const [name, schema] of Object.entries(properties)) assert.ok(!Check(schema, null), name)
})
