import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ExpectedError } from '../kernel/expected-error.ts'
import { makeFolder } from '../kernel/make-folder.ts'
import { Secret } from '../kernel/secret.ts'
import type { Config } from './config.ts'

const SECRET_BYTES = 32

type SecretSettings = Pick<Config['data'], 'dir'> & Partial<Pick<Config['data'], 'secretKey' | 'adminToken'>>

/** A secret in a file of the data folder that only its owner can read. */
interface SecretFile<Value> {
  fileName: string
  make: () => string
  /** Returns null when the text is damaged. */
  read: (text: string) => Value | null
  /** The message for a damaged file: what is wrong, and what the operator can do. */
  damage: string
}

const SECRET_KEY: SecretFile<Buffer> = {
  fileName: 'secret.key',
  make: () => randomBytes(SECRET_BYTES).toString('base64'),
  read: text => {
    const key = Buffer.from(text, 'base64')
    return key.length === SECRET_BYTES && key.toString('base64') === text ? key : null
  },
  damage: 'is not 32 bytes in base64: restore it from a backup, or set SECRET_KEY',
}

const ADMIN_TOKEN: SecretFile<string> = {
  fileName: 'admin.token',
  make: () => `ava_${randomBytes(SECRET_BYTES).toString('base64url')}`,
  read: text => (/^ava_[\w-]{43}$/.test(text) ? text : null),
  damage: 'is not an admin token (ava_ and 43 letters, digits, - and _): delete it to have a new one made',
}

/**
 * Loads the key that seals stored tokens of other services: the configured one, or else the one in the data folder,
 * which is generated if missing. Processes that start at the same time get the same key.
 * @throws when the folder is not writable or the key is damaged, since a new key could not open any stored token.
 */
export async function loadSecretKey({ dir, secretKey }: SecretSettings): Promise<Secret<Buffer>> {
  return secretKey ?? (await loadSecret(dir, SECRET_KEY))
}

/** Loads the token of the admin endpoints as `loadSecretKey` does. */
export async function loadAdminToken({ dir, adminToken }: SecretSettings): Promise<Secret<string>> {
  return adminToken ?? (await loadSecret(dir, ADMIN_TOKEN))
}

/** The secrets of a server as text, for a backup. */
export interface StoredSecrets {
  /** In the format of the setting `SECRET_KEY`. */
  secretKey: string
  /** In the format of the setting `ADMIN_TOKEN`. */
  adminToken: string
}

export function secretFilesIn(dir: string): string[] {
  return [SECRET_KEY.fileName, ADMIN_TOKEN.fileName].filter(name => existsSync(join(dir, name)))
}

/** Writes the secrets into the data folder, replacing those that are there. */
export async function writeSecrets(dir: string, { secretKey, adminToken }: StoredSecrets): Promise<void> {
  await makeFolder(dir, 0o700)
  await replaceFile(join(dir, SECRET_KEY.fileName), secretKey)
  await replaceFile(join(dir, ADMIN_TOKEN.fileName), adminToken)
}

async function replaceFile(path: string, text: string): Promise<void> {
  const temporaryPath = await writeTemporaryFile(path, text)
  await rename(temporaryPath, path)
}

async function loadSecret<Value>(dir: string, secret: SecretFile<Value>): Promise<Secret<Value>> {
  const path = join(dir, secret.fileName)
  return new Secret((await readSecret(path, secret)) ?? (await createSecret(dir, path, secret)))
}

async function readSecret<Value>(path: string, secret: SecretFile<Value>): Promise<Value | null> {
  const text = await readFile(path, 'latin1').catch(error => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const value = secret.read(text.trim())
  if (value !== null) return value
  throw new ExpectedError(`${path} ${secret.damage}`)
}

/** Writes a temporary file and links it to its final name, which fails if another process was first. */
async function createSecret<Value>(dir: string, path: string, secret: SecretFile<Value>): Promise<Value> {
  await makeFolder(dir, 0o700)
  const temporaryPath = await writeTemporaryFile(path, secret.make())
  try {
    await link(temporaryPath, path).catch(error => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(temporaryPath, { force: true })
  }
  const value = await readSecret(path, secret)
  if (value === null) throw new Error(`${path} was deleted while the server started`)
  return value
}

/** Writes a line to a new file next to `path`, readable only by its owner. @returns the path of the new file. */
async function writeTemporaryFile(path: string, text: string): Promise<string> {
  const temporaryPath = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`
  await using file = await open(temporaryPath, 'wx', 0o600)
  await file.writeFile(`${text}\n`)
  await file.sync()
  return temporaryPath
}
