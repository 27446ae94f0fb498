import assert from 'node:assert/strict'
import { relative } from 'node:path'
import { it, type TestContext } from 'node:test'
import {
  type Kysely,
  type KyselyPlugin,
  PostgresQueryCompiler,
  type RootOperationNode,
  type Transaction,
} from 'kysely'
import { COLUMN_FIELDS } from '../../src/avatars/fields.ts'
import type { Database, Engine } from '../../src/kernel/database.ts'
import { sqlAccess } from '../../src/platform/db/access.ts'
import { SqliteCompiler } from '../../src/platform/db/dialect.ts'
import { ROOT } from '../architecture/source.ts'

const COMPILERS = { sqlite: new SqliteCompiler(), postgres: new PostgresQueryCompiler() }

/** Matches statements on other slices' tables, and locks. */
const FOREIGN = /^select .*\bfrom "?(avatars|users)\b|pg_advisory/

/** Matches locks, and statements by which tests inspect an engine. */
const ENGINES_OWN = /^select pg_advisory_xact_lock|^explain |\bpg_locks\b/

const FIELDS = COLUMN_FIELDS.map(({ column }) => `"${column}"`)

/** No merge changes these. */
const NEVER_MERGED = ['"id"', '"added_at_ms"']

/**
 * The lists of all fields of an avatar in statements, and what stands for them, so that a new field changes no
 * snapshot.
 */
const FIELD_LISTS: readonly [list: string, short: string][] = [
  [FIELDS.map(field => `"avatars".${field}`).join(', '), '"avatars".<every field>'],
  [FIELDS.map(field => `"batch".${field}`).join(', '), '"batch".<every field>'],
  [FIELDS.join(', '), '<every field>'],
  [
    FIELDS.filter(field => !NEVER_MERGED.includes(field))
      .map(field => `${field} = "excluded".${field}`)
      .join(', '),
    '<every field that merges change> = "excluded".<the same>',
  ],
]

type RecordedStatements = Record<Engine, Set<string>>

/** The statements that the tests of each file executed, keyed by its path. */
const recordedByPath = new Map<string, RecordedStatements>()

/** A wrapper of the database that records statements for the test's file. */
export function recording(t: TestContext, db: Database): Database {
  const { engine } = db
  const access = db.tables<never>()
  const plugin = recorderOf(engine, recordedBy(t)[engine])
  const watch = <Queries>(queries: unknown): Queries =>
    (queries as Kysely<never>).withPlugin(plugin) as Queries
  const transact = <Tables, Result>(work: (tx: Transaction<Tables>) => Promise<Result>) =>
    access.transact(tx => work(watch(tx)))
  const watched = {
    reader: watch<Kysely<never>>(access.reader),
    scanner: watch<Kysely<never>>(access.scanner),
    transact,
  }
  return new Proxy(db, {
    get(target, property) {
      if (property === 'tables') return () => sqlAccess(engine, watched)
      const value: unknown = Reflect.get(target, property, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/**
 * Adds a test that compares the statements on these tables, and the locks, of all tests in the file with the reviewed
 * ones; `script/test --test-update-snapshots FILE` records new ones. For PostgreSQL, only those that SQLite does not
 * execute.
 */
export function itRunsReviewedStatements(engine: Engine, ...tables: readonly string[]): void {
  it('executes the statements that were reviewed', t => {
    const recorded = recordedBy(t)
    const sqliteStatements = new Set(engine === 'postgres' ? statementsOf(recorded.sqlite, tables) : [])
    const statements = statementsOf(recorded[engine], tables).filter(
      statement => !sqliteStatements.has(statement),
    )
    try {
      t.assert.snapshot(statements.map(inLines).join(';\n\n'), { serializers: [String] })
    } catch (cause) {
      const command = `script/test --test-update-snapshots ${relative(ROOT, t.filePath!)}`
      throw new Error(`other statements than before: review them, then run ${command}`, { cause })
    }
  })
  if (engine === 'postgres')
    it('executes the same statements on both engines, but for the known differences', t => {
      const { sqlite, postgres } = recordedBy(t)
      assert.deepEqual(asSqlite(ownStatements(postgres, tables)), asSqlite(ownStatements(sqlite, tables)))
    })
}

/** Translates to SQLite's syntax, and omits what only concurrent writers need: locks, and repeated reads under them. */
function asSqlite(statements: Iterable<string>): string[] {
  const translated = [...statements]
    .filter(statement => !ENGINES_OWN.test(statement))
    .map(statement =>
      statement
        .replace(/( order by "avatars"\."id")? for ((no )?key )?(update|share)( of "avatars")?$/, '')
        .replaceAll('= any(?)', 'in (select value from json_each(?))')
        .replaceAll('greatest(', 'max(')
        .replaceAll('json_build_array(', 'json_array(')
        .replace(/cast\(coalesce\(json_agg\((.+?)\), '\[\]'\) as text\)/g, 'json_group_array($1)')
        .replace(/convert_to\((json_group_array\(.+?\)\)), 'UTF8'\)/g, 'cast($1 as blob)')
        .replaceAll('null::bytea', 'null'),
    )
  return [...new Set(translated)].sort()
}

function recordedBy({ filePath }: TestContext): RecordedStatements {
  const known = recordedByPath.get(filePath!)
  if (known !== undefined) return known
  const recorded: RecordedStatements = { sqlite: new Set(), postgres: new Set() }
  recordedByPath.set(filePath!, recorded)
  return recorded
}

function recorderOf(engine: Engine, statements: Set<string>): KyselyPlugin {
  return {
    transformQuery({ node, queryId }): RootOperationNode {
      statements.add(normalised(COMPILERS[engine].compileQuery(node, queryId).sql))
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

/** Removes the number of rows, which depends on the test, and shortens lists of all fields. */
function normalised(sql: string): string {
  return FIELD_LISTS.reduce((text, [list, short]) => text.replaceAll(list, short), sql)
    .replace(/\$\d+/g, '?')
    .replace(/\?(, \?)+/g, '?…')
    .replace(/ in \(\?\)/g, ' in (?…)')
    .replace(/(\([^()]*\))(, \1)+/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

function statementsOf(executed: ReadonlySet<string>, tables: readonly string[]): string[] {
  const own = new Set(ownStatements(executed, tables))
  return [...executed].filter(statement => own.has(statement) || FOREIGN.test(statement)).sort()
}

/** The statements on these tables; others depend on the random commands of property tests. */
function ownStatements(executed: Iterable<string>, tables: readonly string[]): string[] {
  const own = new RegExp(`\\b(from|into|update|join) "?(${tables.join('|')})\\b`)
  return [...executed].filter(statement => own.test(statement))
}

function inLines(statement: string): string {
  return statement.replace(
    / (from|left join|inner join|where|values|on conflict|order by) (?!key|no)/g,
    '\n  $1 ',
  )
}
