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
  /** Addresses of the scripts that the first one imports at once. */
  readonly preloads: readonly string[]
  /** Addresses of the styles of all these scripts; those of the first script order the layers. */
  readonly styles: readonly string[]
}

/** A file of Vite's manifest, with the names of the files that it imports at once. */
interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

/** Vite's manifest: what was made of each source. */
type Manifest = Readonly<Record<string, Chunk>>

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
  const entry = Object.keys(manifest).find(name => manifest[name]!.isEntry)
  if (entry === undefined) throw new Error(`${folder}/manifest.json has no entry: build the web site again`)
  const served = files.filter(file => TYPES[extname(file)] !== undefined)
  const named = served.map(async file => [file, await readAsset(folder, file)] as const)
  const [first, ...imported] = chunksOf(manifest, entry)
  return {
    files: new Map(await Promise.all(named)),
    script: ASSETS + first!.file,
    preloads: imported.map(({ file }) => ASSETS + file),
    styles: [first!, ...imported].flatMap(({ css = [] }) => css.map(file => ASSETS + file)),
  }
}

/** A chunk with the chunks that it imports at once. */
function chunksOf(manifest: Manifest, name: string, seen = new Set<string>()): Chunk[] {
  if (seen.has(name)) return []
  seen.add(name)
  const chunk = manifest[name]!
  return [chunk, ...(chunk.imports ?? []).flatMap(each => chunksOf(manifest, each, seen))]
}

/** Reads a file with the compressed forms that the build wrote beside it. */
async function readAsset(folder: string, file: string): Promise<Prepared> {
  const path = join(folder, file)
  const [body, br, gzip] = await Promise.all([readFile(path), readFile(`${path}.br`), readFile(`${path}.gz`)])
  return prepared({ body, contentType: TYPES[extname(file)]!, encodings: { br, gzip } })
}
