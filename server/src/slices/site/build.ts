import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Prepared, prepared } from '../../kernel/answer.ts'
import type { Locale } from '../../kernel/appearance.ts'

const OWN_BUILD = fileURLToPath(new URL('../../../../web/dist', import.meta.url))

/** The prefix of the addresses of files, as `web/vite.config.ts` has it. */
const ASSETS = '/assets/'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

export interface SiteBuild {
  /** Files by their names. */
  readonly files: ReadonlyMap<string, Prepared>
  /** Address of the first script. */
  readonly script: string
  /**
   * The files that a page needs at once beside the first script.
   *
   * @param feature the folder of the page in `web/src/features`; null for a page that has none.
   */
  readonly filesOf: (feature: string | null, locale: Locale) => PageFiles
}

/** Addresses of the files of a page. */
interface PageFiles {
  readonly preloads: readonly string[]
  /** Those of the first script come first: they order the layers. */
  readonly styles: readonly string[]
}

/** A file of Vite's manifest, with the names of what it imports at once and later. */
interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
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
  // Three hundred small files, which promises would read in five times the CPU time.
  const named = served.map(file => [file, readAsset(folder, file)] as const)
  return {
    files: new Map(named),
    script: ASSETS + manifest[entry]!.file,
    filesOf: (feature, locale) => filesOf(manifest, [entry, `src/features/${feature}/page.tsx`], locale),
  }
}

/** Reads the build of this version's web site; null when nothing was built. */
export async function readOwnBuild(): Promise<SiteBuild | null> {
  return await readBuild(OWN_BUILD)
}

/**
 * The files of a page, so that the browser asks for all of them at once.
 *
 * @param roots the first script, and the page's own, which the first one has when the manifest does not name it.
 */
function filesOf(manifest: Manifest, roots: readonly [string, string], locale: Locale): PageFiles {
  const seen = new Set<string>()
  const code = roots.flatMap(root => (root in manifest ? chunksOf(manifest, root, seen) : []))
  const page = roots[1].replace('page.tsx', '')
  const texts = code
    .flatMap(({ dynamicImports = [] }) => dynamicImports)
    .filter(source => isTextOf(source, locale) && (!source.startsWith(FEATURES) || source.startsWith(page)))
    .flatMap(source => chunksOf(manifest, source, seen))
  return {
    preloads: [...code.slice(1), ...texts].map(({ file }) => ASSETS + file),
    styles: code.flatMap(({ css = [] }) => css.map(file => ASSETS + file)),
  }
}

const FEATURES = 'src/features/'

/** True for texts that stand on a page from the start; those of panels, as `panel-texts.ja.ts`, are loaded later. */
function isTextOf(source: string, locale: Locale): boolean {
  return source.includes(`/texts.${locale}.`) || source.includes(`/names.${locale}.`)
}

/** A chunk with the chunks that it imports at once. */
function chunksOf(manifest: Manifest, name: string, seen: Set<string>): Chunk[] {
  if (seen.has(name)) return []
  seen.add(name)
  const chunk = manifest[name]!
  return [chunk, ...(chunk.imports ?? []).flatMap(each => chunksOf(manifest, each, seen))]
}

/** Reads a file with the compressed forms that the build wrote beside it. */
function readAsset(folder: string, file: string): Prepared {
  const path = join(folder, file)
  const encodings = { br: readFileSync(`${path}.br`), gzip: readFileSync(`${path}.gz`) }
  return prepared({ body: readFileSync(path), contentType: TYPES[extname(file)]!, encodings })
}
