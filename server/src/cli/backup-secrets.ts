import { readFile } from 'node:fs/promises'
import { passphrase as passphraseKind } from '../config/kinds.ts'
import type { Secret } from '../kernel/secret.ts'
import { CommandError, UsageError } from './exit.ts'

/** The purpose for which secrets in a backup are sealed. */
export const BACKUP_SECRETS = 'avatary backup secrets'

export interface SecretsOptions {
  withSecrets?: true
  passphraseFile?: string
}

/** Whoever gives a passphrase expects secrets. @throws UsageError when they were not asked for. */
export function requireWithSecrets({ withSecrets, passphraseFile }: SecretsOptions): void {
  if (passphraseFile !== undefined && !withSecrets)
    throw new UsageError('--passphrase-file needs --with-secrets.')
}

/**
 * The passphrase of a backup: the first line of the file, or else `BACKUP_PASSPHRASE`.
 * @throws UsageError when there is none, or the one in the file is not allowed.
 */
export async function passphraseOf(
  configuredPassphrase: Secret<string> | null,
  file: string | undefined,
): Promise<Secret<string>> {
  if (file === undefined) {
    if (configuredPassphrase !== null) return configuredPassphrase
    throw new UsageError('Secrets need a passphrase: set BACKUP_PASSPHRASE, or give --passphrase-file FILE.')
  }
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CommandError(`${file} cannot be read: ${error.message}`)
  })
  const reading = passphraseKind.read(text.split(/\r?\n/, 1)[0]!.trim())
  if (reading.kind === 'value') return reading.value
  throw new UsageError(`The first line of ${file} must be ${passphraseKind.allowed}.`)
}
