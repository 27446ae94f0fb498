import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret } from './secret.ts'

const FILE = 'secret.key'
const BYTES = 32

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
  if (configured !== null) return configured
  const path = join(dir, FILE)
  return new Secret((await read(path)) ?? (await create(dir, path)))
}

async function read(path: string): Promise<Buffer | null> {
  const text = await readFile(path, 'latin1').catch(error => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length === BYTES && key.toString('base64') === text.trim()) return key
  throw new Error(`${path} is not 32 bytes in base64: restore it from a backup, or set SECRET_KEY`)
}

/** Writes a whole file beside it and links it to its name, which fails when another process was first. */
async function create(dir: string, path: string): Promise<Buffer> {
  await mkdir(dir, { recursive: true })
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`
  try {
    const file = await open(draft, 'wx', 0o600)
    await file.writeFile(`${randomBytes(BYTES).toString('base64')}\n`)
    await file.sync()
    await file.close()
    await link(draft, path).catch(error => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  const key = await read(path)
  if (key === null) throw new Error(`${path} was deleted while the server started`)
  return key
}
