import assert from 'node:assert/strict'
import { it } from 'node:test'
import { COLUMN_FIELDS } from '../../src/avatars/fields.ts'
import { forEachEngine } from '../support/engines.ts'

forEachEngine('the columns of avatars', engine => {
  it('can be null where the field can, so that rows from before a migration can be read', async t => {
    const db = await engine.open(t)
    const tables = await db.tables().transact(tx => tx.introspection.getTables())
    const { columns } = tables.find(({ name }) => name === 'avatars')!
    const isNullable = new Map(columns.map(column => [column.name, column.isNullable]))
    for (const { column, kind } of COLUMN_FIELDS) {
      const text = kind.blank === null ? 'null' : 'not null, with a default'
      assert.equal(isNullable.get(column), kind.blank === null, `let the migration make ${column} ${text}`)
    }
  })
})
