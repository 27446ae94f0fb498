import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachEngine } from '../support/engines.ts'
import { until } from '../support/until.ts'

const POOL_SIZES = { writer: 1, reader: 1, scanner: 1 }

forEachEngine('the connections of a database', engine => {
  it('tell how many work, and what waits for one', async t => {
    const db = await engine.open(t, undefined, { poolSizes: POOL_SIZES })
    const { transact } = db.tables()
    const writer = () => {
      const { used, waiting } = db.connections().find(({ pool }) => pool === 'writer')!
      return { used, waiting }
    }
    assert.deepEqual(writer(), { used: 0, waiting: 0 })
    const ended = Promise.withResolvers<void>()
    const all = [0, 1, 2].map(() => transact(() => ended.promise))
    await until('two wait', () => writer().waiting === 2)
    assert.deepEqual(writer(), { used: 1, waiting: 2 })
    ended.resolve()
    await Promise.all(all)
    assert.deepEqual(writer(), { used: 0, waiting: 0 })
  })
})
