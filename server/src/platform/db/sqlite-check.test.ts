import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { testFolder } from '../../../tests/support/temp-folder.ts'
import { isDamaged } from './sqlite-check.ts'

const ROWS = 5000

/** Bytes of a database file of some hundred pages. */
function databaseIn(folder: string): Buffer {
  const path = join(folder, 'whole.sqlite')
  using db = new DatabaseSync(path)
  db.exec(`create table texts (id integer primary key, text text);
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${ROWS})
    insert into texts select n, 'text ' || n from numbers`)
  return readFileSync(path)
}

describe('a database file', () => {
  it('is damaged when it is no database, cut off, or overwritten in part', t => {
    const folder = testFolder(t, 'sqlite-check')
    const path = join(folder, 'checked.sqlite')
    const whole = databaseIn(folder)
    const isDamagedAs = (bytes: Buffer) => {
      writeFileSync(path, bytes)
      return isDamaged(path)
    }
    assert.equal(isDamagedAs(whole), false)
    assert.equal(isDamagedAs(Buffer.alloc(0)), false)
    assert.equal(isDamagedAs(randomBytes(100_000)), true)
    assert.equal(isDamagedAs(whole.subarray(0, whole.length / 2)), true)
    assert.equal(isDamagedAs(Buffer.from(whole).fill(7, whole.length / 2, whole.length / 2 + 8192)), true)
  })
})
