import { MIGRATIONS } from '../../../migrations/all.ts'
import type { Config } from '../../config/config.ts'
import { systemClock } from '../../platform/clock.ts'
import { openRowSource } from '../../platform/db/backup/open-row-source.ts'
import type { RowSource } from '../../platform/db/backup/row-source.ts'
import { NewerDatabaseError, pendingMigrations } from '../../platform/db/migrate.ts'
import { schemaAfter } from '../../platform/db/schema.ts'
import { compareClocks } from './clock.ts'
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts'
import { checkSecrets } from './secrets.ts'

const SUBJECT = 'database'
const RESTORE_ADVICE = 'Stop the server, and restore a backup with --replace.'
/** A write-ahead log of this size shows that something prevents SQLite from checkpointing it. */
const LARGE_WAL_BYTES = 512 * 1024 * 1024

export interface DatabaseReport {
  readonly findings: readonly Finding[]
  /** The highest key of an avatar: there are not more of them. 0 when unknown. */
  readonly maxAvatars: number
}

/** Checks that the database answers, that its schema is current, and that its clock agrees. */
export async function checkDatabase(config: Pick<Config, 'data'>): Promise<DatabaseReport> {
  try {
    await using source = await openRowSource(config.data.databaseUrl)
    if (source !== null) return await reportOn(source, config)
    const noDatabase = warning(SUBJECT, 'there is none yet', 'The first start of the server makes it.')
    return { findings: [noDatabase], maxAvatars: 0 }
  } catch (error) {
    const reason = reasonOf(error)
    const advice = /malformed|not a database/.test(reason)
      ? RESTORE_ADVICE
      : 'Start it, and check DATABASE_URL, or the owner of DATA_DIR.'
    return { findings: [problem(SUBJECT, `it cannot be read: ${reason}`, advice)], maxAvatars: 0 }
  }
}

async function reportOn(source: RowSource, config: Pick<Config, 'data'>): Promise<DatabaseReport> {
  const beforeMs = systemClock.now()
  const { version, clockMs, bytes, walBytes } = await source.describe()
  const afterMs = systemClock.now()
  const size = `${(bytes / 1e6).toFixed(1)} MB`
  const findings = [ok(SUBJECT, `${version} answers; it has ${size}`), await checkSchema(source)]
  if (clockMs !== null) findings.push(compareClocks('the database', clockMs, { beforeMs, afterMs }))
  if (walBytes > LARGE_WAL_BYTES)
    findings.push(
      warning(
        SUBJECT,
        `its write-ahead log has ${Math.round(walBytes / 1e6)} MB`,
        'Look for a program that keeps a transaction open (a backup that hangs, an open sqlite3).',
      ),
    )
  const damage = await source.findDamage()
  if (damage !== null) {
    const what = `its file is damaged: ${damage.replaceAll('\n', ' ')}`
    return { findings: [...findings, problem(SUBJECT, what, RESTORE_ADVICE)], maxAvatars: 0 }
  }
  const appliedMigrations = await source.migrations()
  if (appliedMigrations.length === 0) return { findings, maxAvatars: 0 }
  const missingTableNames = await missingTables(source, appliedMigrations)
  if (missingTableNames.length > 0) {
    findings.push(problem(SUBJECT, `it has no table ${missingTableNames.join(', ')}`, RESTORE_ADVICE))
    return { findings, maxAvatars: 0 }
  }
  findings.push(...(await checkSecrets(config, source)))
  const avatarTable = { name: 'avatars', columns: ['key'], autoincrementColumn: 'key', isSeeded: false }
  return { findings, maxAvatars: (await source.lastNumber(avatarTable)) ?? 0 }
}

/** The names of tables that the applied migrations created but that are missing. */
async function missingTables(source: RowSource, appliedMigrations: readonly string[]): Promise<string[]> {
  const missingNames: string[] = []
  for (const table of await schemaAfter(MIGRATIONS.filter(({ name }) => appliedMigrations.includes(name))))
    if (!(await source.has(table))) missingNames.push(table.name)
  return missingNames
}

async function checkSchema(source: RowSource): Promise<Finding> {
  try {
    const dueMigrations = pendingMigrations(await source.migrations(), MIGRATIONS)
    if (dueMigrations.length === 0) return ok('schema', 'it is that of this version')
    const names = dueMigrations.map(({ name }) => name).join(', ')
    return warning(
      'schema',
      `these migrations are due: ${names}`,
      'Back up, look at script/avatary migrate --dry-run, and start this version.',
    )
  } catch (error) {
    if (!(error instanceof NewerDatabaseError)) throw error
    return problem('schema', error.message, 'Run the version that migrated it.')
  }
}
