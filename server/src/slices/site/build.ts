import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type Prepared, prepared } from '../../kernel/answer.ts'

/** The prefix of the addresses of files, as `web/vite.config.ts` has it. */
const ASSETS = '/assets/'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

/** The built web site, read into memory. */
export interface SiteBuild {
  /** Files by their names. */
  readonly files: ReadonlyMap<string, Prepared>
  /** Address of the first script. */
  readonly script: string
  readonly styles: readonly string[]
}

/** Vite's manifest: what was made of each source. */
type Manifest = Readonly<Record<string, { file: string; isEntry?: boolean; css?: readonly string[] }>>

/**
 * Reads the build of the web site.
 *
 * @param folder where the build stands.
 * @returns null when nothing was built.
 */
export async function readBuild(folder: string): Promise<SiteBuild | null> {
  const files = await readdir(folder).catch((): string[] => [])
  if (!files.includes('manifest.json')) return null
  const manifest: Manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry)
  if (entry === undefined) throw new Error(`${folder}/manifest.json has no entry: build the web site again`)
  const served = files.filter(file => TYPES[extname(file)] !== undefined)
  const named = served.map(async file => [file, await readAsset(folder, file)] as const)
  return {
    files: new Map(await Promise.all(named)),
    script: ASSETS + entry.file,
    styles: (entry.css ?? []).map(file => ASSETS + file),
  }
}

/** Reads a file with the compressed forms that the build wrote beside it. */
async function readAsset(folder: string, file: string): Promise<Prepared> {
  const path = join(folder, file)
  const [body, br, gzip] = await Promise.all([readFile(path), readFile(`${path}.br`), readFile(`${path}.gz`)])
  return prepared({ body, contentType: TYPES[extname(file)]!, encodings: { br, gzip } })
}
