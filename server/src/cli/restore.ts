import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MIGRATIONS } from '../../migrations/all.ts'
import { deleteRowsOfProcesses } from '../avatars/index.ts'
import type { Config } from '../config/config.ts'
import { type StoredSecrets, secretFilesIn, writeSecrets } from '../config/secrets.ts'
import { makeFolder } from '../kernel/make-folder.ts'
import { systemClock } from '../platform/clock.ts'
import { openWithPassphrase } from '../platform/crypto/passphrase.ts'
import type { BackupHead } from '../platform/db/backup/format.ts'
import { checkBackup } from '../platform/db/backup/read-backup.ts'
import { type RestoreOutcome, restoreDatabase } from '../platform/db/backup/restore.ts'
import { SNAPSHOT_FILES } from '../platform/read-model/snapshot-metrics.ts'
import { totalRows } from './backup.ts'
import { BACKUP_SECRETS, passphraseOf, requireWithSecrets, type SecretsOptions } from './backup-secrets.ts'
import type { CliCommand } from './command.ts'
import type { CommandContext, Result } from './context.ts'
import { CommandError, UsageError } from './exit.ts'
import { Progress } from './progress.ts'
import { formatDuration, quantity } from './terminal.ts'

interface RestoreOptions extends SecretsOptions {
  replace?: true
  check?: true
}

/** Files in the data folder that were made from the database that is replaced. */
const CACHE_FILES = Object.values(SNAPSHOT_FILES)

const REFUSALS: Readonly<Record<Exclude<RestoreOutcome['kind'], 'restored'>, string>> = {
  in_use: 'The database is in use: stop the server and every command first. Nothing was changed.',
  not_empty:
    'The database is not empty: back it up, then give --replace to lose what it holds. Nothing was changed.',
}

export function addRestore(program: CliCommand): void {
  const { context } = program
  program
    .command('restore')
    .summary('Fill the database from a file that "backup" wrote; the server must be stopped')
    .description(`The database (DATA_DIR or DATABASE_URL) may be SQLite or PostgreSQL, whatever the backup was made of. It gets all rows,
or stays as it is: when the backup is damaged, cut off or of a newer version, when a server runs, or when it is not empty.
A backup of an older version is brought up to date.`)
    .argument('<FILE>', 'the file')
    .option('--replace', 'replace a database that is not empty')
    .option('--check', 'only read the whole backup and say what it is')
    .option('--with-secrets', 'also write secret.key and admin.token into DATA_DIR')
    .option('--passphrase-file <FILE>', 'the file with the passphrase of the secrets')
    .example('restore /backup/avatary.backup')
    .resultAction((file: string, options: RestoreOptions) =>
      options.check ? check(file, options) : restore(file, options, context),
    )
}

async function check(
  file: string,
  { replace, withSecrets, passphraseFile }: RestoreOptions,
): Promise<Result> {
  if (replace || withSecrets || passphraseFile !== undefined)
    throw new UsageError('restore --check only reads: it takes no other option but --json.')
  const { head, rows: tables } = await checkBackup(file)
  const { program, engine, madeAt, migrations, secrets } = head
  const rows = totalRows(tables)
  return {
    json: { file, program, engine, madeAt, migrations, secrets: secrets !== null, rows, tables },
    text: `${file} is whole: ${quantity(rows, 'row')} of ${engine}, ${secrets === null ? 'without secrets' : 'with secrets'}, backed up at ${madeAt} by version ${program}`,
  }
}

async function restore(
  file: string,
  options: RestoreOptions,
  { terminal, ...context }: CommandContext,
): Promise<Result> {
  requireWithSecrets(options)
  const config = context.config()
  const secrets = options.withSecrets ? await secretsOf(file, config, options) : null
  await makeFolder(config.data.dir, 0o700).catch((error: Error) => {
    throw new CommandError(`The data folder cannot be made: ${error.message}`, { cause: error })
  })
  using progress = new Progress(terminal, 'row')
  const outcome = await restoreDatabase(config.data.databaseUrl, {
    file,
    migrations: MIGRATIONS,
    isReplacing: options.replace === true,
    nowMs: systemClock.now(),
    onProgress: rowCount => progress.show(rowCount, rowCount, null),
    // The rows of processes are those of the backed-up database, whose secrets may differ.
    deleteLocalRows: tx => deleteRowsOfProcesses(tx.$pickTables<'meta'>()),
  })
  if (outcome.kind !== 'restored') throw new CommandError(REFUSALS[outcome.kind])
  for (const name of CACHE_FILES) await rm(join(config.data.dir, name), { force: true })
  if (secrets !== null) await writeSecrets(config.data.dir, secrets)
  const { head, laterMigrations, rows: tables } = outcome
  const rows = totalRows(tables)
  const { elapsedMs, seconds } = progress
  return {
    json: { file, rows, tables, migrated: laterMigrations, secrets: secrets !== null, seconds },
    text: `Restored ${quantity(rows, 'row')}, backed up at ${head.madeAt}, in ${formatDuration(elapsedMs)}`,
    notes: [noteOf(head, secrets, config)],
  }
}

/** Reads the secrets of a backup before anything is changed. */
async function secretsOf(
  file: string,
  { data, backupPassphrase }: Config,
  { passphraseFile, replace }: RestoreOptions,
): Promise<StoredSecrets> {
  const passphrase = await passphraseOf(backupPassphrase, passphraseFile)
  const secretFiles = secretFilesIn(data.dir)
  if (secretFiles.length > 0 && !replace)
    throw new CommandError(`${data.dir} has ${secretFiles.join(' and ')}: give --replace to overwrite them.`)
  const sealedSecrets = (await checkBackup(file)).head.secrets
  if (sealedSecrets === null) throw new CommandError(`${file} has no secrets: leave --with-secrets out.`)
  const text = await openWithPassphrase(sealedSecrets, passphrase.reveal(), BACKUP_SECRETS)
  if (text === null) throw new CommandError(`The passphrase does not open the secrets of ${file}.`)
  return JSON.parse(text) as StoredSecrets
}

function noteOf(
  { secrets }: BackupHead,
  writtenSecrets: StoredSecrets | null,
  { data }: Config,
): string | null {
  if (writtenSecrets === null)
    return `The secrets are those of ${data.dir} and the settings${secrets === null ? '' : '; the backup has some, too (--with-secrets)'}. What another SECRET_KEY sealed opens when that is in OLD_SECRET_KEYS.`
  const variableNames = [data.secretKey && 'SECRET_KEY', data.adminToken && 'ADMIN_TOKEN'].filter(Boolean)
  return variableNames.length === 0
    ? null
    : `The setting ${variableNames.join(' and ')} goes before what was written to ${data.dir}.`
}
