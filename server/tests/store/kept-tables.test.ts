import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { it } from 'node:test'
import { sql } from 'kysely'
import { VARIABLES } from '../../src/config/variables.ts'
import { forEachEngine } from '../support/engines.ts'

const PAGE = resolve(import.meta.dirname, '../../../docs/operate.md')
const SECTION = /<!-- kept:.*-->([\s\S]*)<!-- \/kept -->/

interface Row {
  readonly tables: readonly string[]
  readonly settings: readonly string[]
  readonly by: string
}

/** The rows of the table in docs/operate.md that says how long rows are kept. */
function documented(): Row[] {
  const lines = SECTION.exec(readFileSync(PAGE, 'utf8'))![1]!.trim().split('\n').slice(2)
  return lines.map(line => {
    const [, tables, , by] = line.split('|') as [string, string, string, string]
    const quoted = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name!)
    return { tables: quoted(tables), settings: quoted(by).filter(name => /^[A-Z_]+$/.test(name)), by }
  })
}

forEachEngine('docs/operate.md', engine => {
  it('tells of every table for how long it is kept, and of none that does not exist', async t => {
    const db = await engine.open(t)
    const { rows } = await db.tables().transact(tx =>
      engine.name === 'sqlite'
        ? sql<{ name: string }>`select name from sqlite_schema
              where type = 'table' and name not like 'sqlite_%'`.execute(tx)
        : sql<{ name: string }>`select table_name as name from information_schema.tables
              where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(tx),
    )
    const told = new Set(documented().flatMap(({ tables }) => tables))
    assert.deepEqual([...told].sort(), rows.map(({ name }) => name).sort())
  })
})

it('docs/operate.md names a setting that exists for each of them, or why there is none', () => {
  const rows = documented()
  for (const { tables, settings, by } of rows) {
    assert.ok(settings.length > 0 || /no setting: \w/.test(by), `${tables} has neither`)
    assert.deepEqual(
      settings.filter(name => !Object.hasOwn(VARIABLES, name)),
      [],
    )
  }
  const named = new Set(rows.flatMap(({ settings }) => settings))
  const keptNames = Object.keys(VARIABLES).filter(name => /_KEPT_(?:DAYS|MINUTES)$/.test(name))
  assert.ok(keptNames.length >= 6)
  assert.deepEqual(
    keptNames.filter(name => !named.has(name)),
    [],
  )
})
