import { MIGRATIONS } from '../../migrations/all.ts'
import type { Config } from '../config/config.ts'
import { loadAdminToken, loadSecretKey, type StoredSecrets } from '../config/secrets.ts'
import { isoOf } from '../kernel/days.ts'
import { ExpectedError } from '../kernel/expected-error.ts'
import { VERSION } from '../kernel/version.ts'
import { systemClock } from '../platform/clock.ts'
import { sealWithPassphrase } from '../platform/crypto/passphrase.ts'
import { backupDatabase } from '../platform/db/backup/backup.ts'
import { writeFileAtomically } from './atomic-file.ts'
import { BACKUP_SECRETS, passphraseOf } from './backup-secrets.ts'
import type { CliCommand } from './command.ts'
import { type CommandContext, print } from './context.ts'
import { noteOfDemo } from './on-demo.ts'
import { CommandError } from './outcome.ts'
import { progressOn } from './progress.ts'
import { formatDuration, quantity, write } from './terminal.ts'

interface BackupOptions {
  withSecrets?: true
  passphraseFile?: string
  json?: true
}

/** Only the owner may read a backup: it contains sessions and private data of accounts. */
const MODE = 0o600

export function addBackup(program: CliCommand): void {
  const { context } = program
  program
    .command('backup')
    .summary('Write the whole database to one file, while the server runs')
    .description(`Writes every row as it is at one moment, compressed and with a checksum. The file appears only when it is complete.
"restore" reads it on this machine or another one, into SQLite or PostgreSQL, by this version of the program or a newer one.

With --with-secrets it also holds SECRET_KEY, which opens stored tokens, and ADMIN_TOKEN, both encrypted with a passphrase:
BACKUP_PASSPHRASE, or the first line of a file.`)
    .argument('<FILE>', 'the file')
    .option('--with-secrets', 'the secret key and the admin token, too')
    .option('--passphrase-file <FILE>', 'the file with the passphrase')
    .jsonOption()
    .example('backup /backup/avatary.backup')
    .action((file: string, options: BackupOptions) => backUp(file, options, context))
}

async function backUp(
  file: string,
  options: BackupOptions,
  { terminal, ...context }: CommandContext,
): Promise<void> {
  const config = context.config()
  const secrets = options.withSecrets ? await sealedSecrets(config, options.passphraseFile) : null
  const signal = terminal.stopping()
  const progress = progressOn(terminal, 'row')
  let tables: Readonly<Record<string, number>> = {}
  try {
    await writeFileAtomically(
      file,
      async out => {
        tables = await backupDatabase(config.data.databaseUrl, out, {
          program: VERSION,
          madeAt: isoOf(systemClock.now()),
          secrets,
          migrations: MIGRATIONS,
          onRows: rows => progress.show(rows, rows, null),
          signal,
        })
      },
      MODE,
    )
  } catch (error) {
    throw signal.aborted ? new CommandError('Stopped; nothing was written.') : explained(error)
  } finally {
    progress.clear()
  }
  const rows = rowsIn(tables)
  const { elapsedMs } = progress
  const withWhat = secrets === null ? 'without secrets' : 'with secrets'
  await print(terminal, options, {
    json: { file, rows, tables, secrets: secrets !== null, seconds: Math.round(elapsedMs) / 1000 },
    text: `Backed up ${quantity(rows, 'row')} of ${quantity(Object.keys(tables).length, 'table')} to ${file}, ${withWhat}, in ${formatDuration(elapsedMs)}`,
  })
  const note = tables.avatars === 0 ? noteOfDemo(config) : null
  if (note !== null) await write(terminal.stderr, `${note}.\n`)
}

async function sealedSecrets(config: Config, file: string | undefined): Promise<string> {
  const passphrase = await passphraseOf(config.backupPassphrase, file)
  const { data } = config
  const secretKey = await loadSecretKey({ dir: data.dir, configured: data.secretKey })
  const secrets: StoredSecrets = {
    secretKey: secretKey.reveal().toString('base64'),
    adminToken: (await loadAdminToken(data)).reveal(),
  }
  return await sealWithPassphrase(JSON.stringify(secrets), passphrase.reveal(), BACKUP_SECRETS)
}

function explained(error: unknown): unknown {
  if (error instanceof ExpectedError || !(error instanceof Error)) return error
  return new CommandError(`The database cannot be read: ${error.message}`, { cause: error })
}

export function rowsIn(tables: Readonly<Record<string, number>>): number {
  return Object.values(tables).reduce((sum, count) => sum + count, 0)
}
