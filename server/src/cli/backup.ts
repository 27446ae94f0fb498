import type { Writable } from 'node:stream'
import { MIGRATIONS } from '../../migrations/all.ts'
import type { Config } from '../config/config.ts'
import { loadAdminToken, loadSecretKey, type StoredSecrets } from '../config/secrets.ts'
import { isoOf } from '../kernel/days.ts'
import { VERSION } from '../kernel/version.ts'
import { systemClock } from '../platform/clock.ts'
import { sealWithPassphrase } from '../platform/crypto/passphrase.ts'
import { backupDatabase } from '../platform/db/backup/backup.ts'
import { writeFileAtomically } from './atomic-file.ts'
import { BACKUP_SECRETS, passphraseOf, requireWithSecrets, type SecretsOptions } from './backup-secrets.ts'
import type { CliCommand } from './command.ts'
import { asCommandError, type CommandContext, type Result } from './context.ts'
import { CommandError } from './exit.ts'
import { emptyCatalogNote } from './on-demo.ts'
import { Progress } from './progress.ts'
import { formatDuration, quantity } from './terminal.ts'

/** Only the owner may read a backup: it contains sessions and private data of accounts. */
const BACKUP_FILE_MODE = 0o600

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
    .example('backup /backup/avatary.backup')
    .resultAction((file: string, options: SecretsOptions) => backUp(file, options, context))
}

async function backUp(
  file: string,
  options: SecretsOptions,
  { terminal, ...context }: CommandContext,
): Promise<Result> {
  requireWithSecrets(options)
  const config = context.config()
  const secrets = options.withSecrets ? await sealSecrets(config, options.passphraseFile) : null
  const signal = terminal.stopSignal()
  using progress = new Progress(terminal, 'row')
  let tables: Readonly<Record<string, number>> = {}
  const fill = async (out: Writable) => {
    tables = await backupDatabase(config.data.databaseUrl, out, {
      program: VERSION,
      madeAt: isoOf(systemClock.now()),
      secrets,
      migrations: MIGRATIONS,
      onProgress: rowCount => progress.show(rowCount, rowCount, null),
      signal,
    })
  }
  await writeFileAtomically(file, fill, BACKUP_FILE_MODE).catch((error: unknown) => {
    if (signal.aborted) throw new CommandError('Stopped; nothing was written.')
    return asCommandError('read')(error)
  })
  const rows = totalRows(tables)
  const { elapsedMs, seconds } = progress
  const secretsText = secrets === null ? 'without secrets' : 'with secrets'
  const note = tables.avatars === 0 ? emptyCatalogNote(config) : null
  return {
    json: { file, rows, tables, secrets: secrets !== null, seconds },
    text: `Backed up ${quantity(rows, 'row')} of ${quantity(Object.keys(tables).length, 'table')} to ${file}, ${secretsText}, in ${formatDuration(elapsedMs)}`,
    notes: [note && `${note}.`],
  }
}

async function sealSecrets(config: Config, file: string | undefined): Promise<string> {
  const passphrase = await passphraseOf(config.backupPassphrase, file)
  const { data } = config
  const secretKey = await loadSecretKey(data)
  const secrets: StoredSecrets = {
    secretKey: secretKey.reveal().toString('base64'),
    adminToken: (await loadAdminToken(data)).reveal(),
  }
  return await sealWithPassphrase(JSON.stringify(secrets), passphrase.reveal(), BACKUP_SECRETS)
}

export function totalRows(rowCountsByTable: Readonly<Record<string, number>>): number {
  return Object.values(rowCountsByTable).reduce((sum, count) => sum + count, 0)
}
