import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Compile } from 'typebox/compile'
import { worldRoutes } from './routes/world.ts'
import { WorldEndpointSchema } from './world.ts'
import { worldEndpoints } from './world-endpoints.ts'

describe('the table of world endpoints', () => {
  it('has every world route, in the shape that its schema promises', () => {
    const shape = Compile(WorldEndpointSchema)
    assert.equal(worldEndpoints().length, Object.keys(worldRoutes).length)
    for (const endpoint of worldEndpoints()) assert.ok(shape.Check(endpoint), endpoint.path)
  })

  it('describes the allowed values of each parameter', () => {
    const bundle = worldEndpoints().find(({ path }) => path === '/world/bundle')
    assert.deepEqual(bundle?.parameters.at(1), {
      name: 'limit',
      in: 'query',
      type: 'integer',
      default: '24',
      allowed: 'an integer from 1 to 500',
    })
    const [id] = worldEndpoints().find(({ path }) => path === '/world/avatar/{id}')!.parameters
    assert.deepEqual(id, { name: 'id', in: 'path', type: 'string', default: '', allowed: 'a string' })
  })
})
