import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { worldRoutes } from '@avatary/contract/routes/world'
import { Compile } from 'typebox/compile'
import { copyDemoData } from '../../support/demo-data.ts'
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { commonShape, readVrcJson, type Shape } from '../../support/vrc-json.ts'
import { worldAddresses } from '../../support/world-addresses.ts'

type RouteId = keyof typeof worldRoutes

describe('every answer for worlds, over the demo', () => {
  const folder = tempFolder('world-json')
  let server: ServerProcess
  let ids: string[]
  before(async () => {
    await copyDemoData(folder.path)
    const env = { DEMO: '1', RATE_LIMIT_WORLD: '0', RATE_LIMIT_GLOBAL: '0' }
    server = await startServerProcess({ ...env, DATA_DIR: folder.path })
    const { avatars } = (await (await fetch(`${server.baseUrl}/world/list?limit=500`)).json()) as {
      avatars: { id: string }[]
    }
    ids = avatars.map(({ id }) => id)
  })
  after(async () => {
    await server[Symbol.asyncDispose]()
    folder.remove()
  })

  for (const id of Object.keys(worldRoutes) as RouteId[]) {
    const { path, response: schema } = worldRoutes[id]
    it(`${path} is what VRCJson can read, always in the same shape, as the contract says`, async () => {
      const validator = Compile(schema)
      let shape: Shape = 'anything'
      for (const address of worldAddresses(ids)[id]) {
        const response = await fetch(server.baseUrl + address)
        const text = await response.text()
        assert.equal(response.status, 200, `${address.slice(0, 100)}: ${text.slice(0, 200)}`)
        const read = readVrcJson(text)
        shape = commonShape(shape, read.shape, path)
        assert.ok(validator.Check(read.value), JSON.stringify(validator.Errors(read.value).slice(0, 3)))
      }
    })
  }

  it('/world/all has the same shape on each page, and all avatars of the demo', async () => {
    let shape: Shape = 'anything'
    let offset: number | null = 0
    let count = 0
    while (offset !== null) {
      const text = await (await fetch(`${server.baseUrl}/world/all?offset=${offset}`)).text()
      const read = readVrcJson(text)
      shape = commonShape(shape, read.shape)
      const page = read.value as { count: number; nextOffset: number | null }
      count += page.count
      offset = page.nextOffset
    }
    assert.ok(count >= 2000, `${count} avatars`)
  })
})
