import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachEngine } from '../../../tests/support/engines.ts'

interface Tables {
  meta: { name: string; value: string }
}

forEachEngine('a read that is compiled once', engine => {
  it('is made at its first call, and finds the rows of its parameters at each', async t => {
    const sql = (await engine.open(t)).tables<Tables>()
    const rows = ['x1', 'x2', 'x3'].map(name => ({ name, value: name.slice(1) }))
    await sql.transact(async tx => void (await tx.insertInto('meta').values(rows).execute()))
    let madeCount = 0
    const read = sql.compiledRead((reader, names: readonly string[], limit: number) => {
      madeCount++
      return reader
        .selectFrom('meta')
        .select('value')
        .where(eb => sql.dialect.isIn(eb.ref('name'), names))
        .orderBy('name')
        .limit(limit)
    })
    assert.deepEqual(await read(['x1'], 5), [{ value: '1' }])
    assert.deepEqual(await read(['x3', 'x2', 'x4'], 5), [{ value: '2' }, { value: '3' }])
    assert.deepEqual(await read(['x3', 'x2'], 1), [{ value: '2' }])
    assert.equal(madeCount, 1)
  })

  it('is refused when it has other parameters', async t => {
    const sql = (await engine.open(t)).tables<Tables>()
    const read = sql.compiledRead((reader, name: string) =>
      reader.selectFrom('meta').select('value').where('name', '=', name).where('value', '=', '1'),
    )
    await assert.rejects(read('x1'), /no other parameters/)
  })
})
