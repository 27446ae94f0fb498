import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

/**
 * Creates a data folder with a synthetic catalog of `size` avatars, imported by the command line, and caches it in
 * `bench/.cache`.
 */
export async function catalogFolder(size: number): Promise<string> {
  const folder = join(root, 'bench/.cache', `catalog-${size}`)
  const completeMarker = join(folder, 'complete')
  if (existsSync(completeMarker)) return folder
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  console.error(`Importing ${size} avatars into ${folder} …`)
  const generator = spawn(process.execPath, [join(root, 'sim/src/dataset/cli.ts'), String(size)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const args = [join(root, 'server/dist/cli.js'), 'import', '-', '--added-at=created']
  const importer = spawn(process.execPath, args, {
    stdio: [generator.stdout, 'ignore', 'inherit'],
    env: { ...process.env, DATA_DIR: folder },
  })
  const [code] = await once(importer, 'exit')
  if (code !== 0) throw new Error(`The import ended with code ${code}`)
  await writeFile(completeMarker, '')
  return folder
}
