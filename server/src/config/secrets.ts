import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret } from '../kernel/secret.ts'

const BYTES = 32

/** A secret of the data folder, readable by its owner alone. */
interface KeptSecret<Value> {
  file: string
  make: () => string
  /** Null when it is damaged. */
  read: (text: string) => Value | null
  /** Says what is wrong with a damaged file and what to do. */
  damage: string
}

const SECRET_KEY: KeptSecret<Buffer> = {
  file: 'secret.key',
  make: () => randomBytes(BYTES).toString('base64'),
  read: text => {
    const key = Buffer.from(text, 'base64')
    return key.length === BYTES && key.toString('base64') === text ? key : null
  },
  damage: 'is not 32 bytes in base64: restore it from a backup, or set SECRET_KEY',
}

const ADMIN_TOKEN: KeptSecret<string> = {
  file: 'admin.token',
  make: () => `ava_${randomBytes(BYTES).toString('base64url')}`,
  read: text => (/^ava_[\w-]{43}$/.test(text) ? text : null),
  damage: 'is not an admin token (ava_ and 43 letters, digits, - and _): delete it to have a new one made',
}

/**
 * The key that seals stored grants: the configured one, or the one in the data folder, which is made when there is
 * none. Of processes that start at once, all get the same.
 *
 * @throws when the folder cannot be written, or its key is damaged: a new one would make every stored grant unreadable.
 */
export async function loadSecretKey({
  dir,
  configured,
}: {
  dir: string
  configured: Secret<Buffer> | null
}): Promise<Secret<Buffer>> {
  return configured ?? (await load(dir, SECRET_KEY))
}

/**
 * Loads the token that proves an operator to the admin endpoints, from the data folder like the key.
 *
 * @throws when the folder cannot be written, or the token is damaged.
 */
export async function loadAdminToken({ dir }: { dir: string }): Promise<Secret<string>> {
  return await load(dir, ADMIN_TOKEN)
}

async function load<Value>(dir: string, kept: KeptSecret<Value>): Promise<Secret<Value>> {
  const path = join(dir, kept.file)
  return new Secret((await read(path, kept)) ?? (await create(dir, path, kept)))
}

async function read<Value>(path: string, kept: KeptSecret<Value>): Promise<Value | null> {
  const text = await readFile(path, 'latin1').catch(error => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const value = kept.read(text.trim())
  if (value !== null) return value
  throw new Error(`${path} ${kept.damage}`)
}

/** Writes a whole file beside it and links it to its name, which fails when another process was first. */
async function create<Value>(dir: string, path: string, kept: KeptSecret<Value>): Promise<Value> {
  await mkdir(dir, { recursive: true })
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`
  try {
    const file = await open(draft, 'wx', 0o600)
    await file.writeFile(`${kept.make()}\n`)
    await file.sync()
    await file.close()
    await link(draft, path).catch(error => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  const value = await read(path, kept)
  if (value === null) throw new Error(`${path} was deleted while the server started`)
  return value
}
