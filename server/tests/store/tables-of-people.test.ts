import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql, type Transaction } from 'kysely'
import { startAccounts } from '../support/accounts.ts'

interface Column {
  readonly tableName: string
  readonly name: string
  readonly type: string
  /** 1 if a row needs a value here. */
  readonly isRequired: 0 | 1
}

/** The columns that hold the key of a person. */
const PERSON_COLUMNS = ['user_key', 'person_key', 'owner_key']

async function columnsOf(tx: Transaction<unknown>): Promise<Column[]> {
  const { rows } = await sql<Column>`select t.name as "tableName", c.name, c.type,
    (c."notnull" = 1 and c.dflt_value is null) or c.pk > 0 as "isRequired"
    from sqlite_schema t join pragma_table_info(t.name) c where t.type = 'table'`.execute(tx)
  return rows
}

function fillerOf({ name, type }: Column, personKey: number): string | number | Buffer {
  if (PERSON_COLUMNS.includes(name)) return personKey
  switch (type.toLowerCase()) {
    case 'integer':
    case 'real':
      return 1
    case 'blob':
      return Buffer.of(1)
    default:
      return 'x'
  }
}

describe('the tables with the key of a person', () => {
  it('have no row of a person who deleted the account', async t => {
    const { db, person } = await startAccounts(t)
    const { person: anna, ask } = await person('anna')
    const count = (tx: Transaction<unknown>, { tableName, name }: Column) =>
      sql<{ rows: number }>`select count(*) as "rows" from ${sql.table(tableName)}
        where ${sql.ref(name)} = ${anna.key}`
        .execute(tx)
        .then(({ rows }) => rows[0]!.rows)

    const owned = await db.tables().transact(async tx => {
      const columns = await columnsOf(tx)
      const owned = columns.filter(({ name }) => PERSON_COLUMNS.includes(name))
      for (const column of owned) {
        if ((await count(tx, column)) > 0) continue
        const filled = columns.filter(
          ({ tableName, name, isRequired }) =>
            tableName === column.tableName && (isRequired === 1 || name === column.name),
        )
        await sql`insert into ${sql.table(column.tableName)}
          (${sql.join(filled.map(({ name }) => sql.ref(name)))})
          values (${sql.join(filled.map(each => fillerOf(each, anna.key)))})`.execute(tx)
      }
      return owned
    })
    assert.ok(owned.length >= 10, `only ${owned.length} tables`)

    assert.equal((await ask('DELETE', '/account', { username: 'anna' })).status, 200)
    for (const column of owned)
      assert.equal(await db.tables().transact(tx => count(tx, column)), 0, column.tableName)
  })
})
