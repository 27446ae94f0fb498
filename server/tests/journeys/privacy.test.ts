import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { MIGRATIONS } from '../../migrations/all.ts'
import { readEnvironment } from '../../src/config/env.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { type Column, columnsOf, IDENTIFYING, OF_PEOPLE } from '../support/schema.ts'
import { testFolder } from '../support/temp-folder.ts'

const PAGE = resolve(import.meta.dirname, '../../../docs/privacy.md')

/** The counters that a visitor changes by viewing, clicking, wearing or searching. */
const OF_VISITORS = [
  'activity_log',
  'audience_cells',
  'audience_days',
  'audience_months',
  'avatar_counters',
  'avatar_days',
  'avatar_earlier',
  'search_term_days',
  'site_days',
  'tracking_writers',
  'waiting_impressions',
]

async function schema(t: TestContext): Promise<Column[]> {
  const folder = testFolder(t, 'privacy')
  await using db = await openDatabase(join(folder, 'schema.sqlite'), { synchronous: 'off' })
  await migrate(db, MIGRATIONS, 0)
  return await columnsOf(db)
}

function printed(columns: readonly Column[]): string {
  const rows = OF_VISITORS.map(table => {
    const own = columns.filter(column => column.table === table)
    assert.ok(own.length > 0, `there is no table ${table}`)
    return `| \`${table}\` | ${own.map(({ name, type }) => `\`${name}\` ${type.toLowerCase()}`).join(', ')} |`
  })
  return ['| table | columns |', '|---|---|', ...rows].join('\n')
}

describe('docs/privacy.md', () => {
  it('shows the tables that visitors move as the database has them', async t => {
    const table = printed(await schema(t))
    const page = readFileSync(PAGE, 'utf8')
    const renewed = page.replace(
      /(<!-- schema:.*-->)[\s\S]*(<!-- \/schema -->)/,
      (_, begin, end) => `${begin}\n\n${table}\n\n${end}`,
    )
    if (readEnvironment().UPDATE_DOCS === '1') writeFileSync(PAGE, renewed)
    else assert.equal(page, renewed, 'run: UPDATE_DOCS=1 script/test server/tests/journeys/privacy.test.ts')
  })
})

describe('the database', () => {
  it('has no column by which a visitor could be recognised, except about people who signed in', async t => {
    const columns = await schema(t)
    const suspicious = columns
      .filter(({ table, name }) => !OF_PEOPLE.test(table) && IDENTIFYING.test(name))
      .map(({ table, name }) => `${table}.${name}`)
    assert.deepEqual(suspicious, [])
    for (const table of OF_VISITORS) assert.doesNotMatch(table, OF_PEOPLE)
  })

  it('holds nothing of a visitor but numbers and search terms', async t => {
    const texts = (await schema(t))
      .filter(({ table, type }) => OF_VISITORS.includes(table) && /text/i.test(type))
      .map(({ table, name }) => `${table}.${name}`)
    assert.deepEqual(texts, ['audience_cells.term', 'search_term_days.term'])
  })
})
