import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type PreparedAnswer, prepared } from '../../kernel/answer.ts'
import type { Locale } from '../../kernel/appearance.ts'

const OWN_BUILD_FOLDER = fileURLToPath(new URL('../../../../web/dist', import.meta.url))

/** URL prefix of the built files, as in `web/vite.config.ts`. */
const ASSETS_PATH = '/assets/'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

export interface SiteBuild {
  /** Files by name. */
  readonly files: ReadonlyMap<string, PreparedAnswer>
  /** URL of the first script. */
  readonly script: string
  /**
   * The files that a page needs at once, in addition to the first script.
   *
   * @param feature the page's folder in `web/src/features`; null for a page that has none.
   */
  readonly filesOf: (feature: string | null, locale: Locale) => PageFiles
}

interface PageFiles {
  readonly preloads: readonly string[]
  /** Those of the first script come first, because they define the order of the CSS layers. */
  readonly styles: readonly string[]
}

/** The output for one source in Vite's manifest, with the sources of its static and dynamic imports. */
interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}

type Manifest = Readonly<Record<string, Chunk>>

/** Reads the build of the web site in a folder; null when nothing was built. */
export async function readBuild(folder: string): Promise<SiteBuild | null> {
  const files = await readdir(folder).catch((): string[] => [])
  if (!files.includes('manifest.json')) return null
  const manifest: Manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  const entry = Object.keys(manifest).find(name => manifest[name]!.isEntry)
  if (entry === undefined) throw new Error(`${folder}/manifest.json has no entry: build the web site again`)
  const servedFiles = files.filter(file => CONTENT_TYPES[extname(file)] !== undefined)
  // Reading these three hundred small files with promises would take five times the CPU time.
  const assets = servedFiles.map(file => [file, readAsset(folder, file)] as const)
  return {
    files: new Map(assets),
    script: ASSETS_PATH + manifest[entry]!.file,
    filesOf: (feature, locale) => filesOf(manifest, [entry, `src/features/${feature}/page.tsx`], locale),
  }
}

export async function readOwnBuild(): Promise<SiteBuild | null> {
  return await readBuild(OWN_BUILD_FOLDER)
}

/**
 * The files of a page, which the page lists so that the browser requests them all at once.
 *
 * @param roots the first script, and that of the page, which is part of the first if the manifest does not have it.
 */
function filesOf(manifest: Manifest, roots: readonly [string, string], locale: Locale): PageFiles {
  const seenNames = new Set<string>()
  const codeChunks = roots.flatMap(root => (root in manifest ? chunksOf(manifest, root, seenNames) : []))
  const pageFolder = roots[1].replace('page.tsx', '')
  const textChunks = codeChunks
    .flatMap(({ dynamicImports = [] }) => dynamicImports)
    .filter(source => isFirstText(source, locale))
    .filter(source => !source.startsWith(FEATURES_FOLDER) || source.startsWith(pageFolder))
    .flatMap(source => chunksOf(manifest, source, seenNames))
  return {
    preloads: [...codeChunks.slice(1), ...textChunks].map(({ file }) => ASSETS_PATH + file),
    styles: codeChunks.flatMap(({ css = [] }) => css.map(file => ASSETS_PATH + file)),
  }
}

const FEATURES_FOLDER = 'src/features/'

/** True for texts needed from the start; those of panels, such as `panel-texts.ja.ts`, are loaded later. */
function isFirstText(source: string, locale: Locale): boolean {
  return source.includes(`/texts.${locale}.`) || source.includes(`/names.${locale}.`)
}

/** A chunk and its static imports, recursively. */
function chunksOf(manifest: Manifest, name: string, seenNames: Set<string>): Chunk[] {
  if (seenNames.has(name)) return []
  seenNames.add(name)
  const chunk = manifest[name]!
  return [chunk, ...(chunk.imports ?? []).flatMap(each => chunksOf(manifest, each, seenNames))]
}

/** Reads a file, with the compressed forms that the build wrote next to it unless it is a picture. */
function readAsset(folder: string, file: string): PreparedAnswer {
  const path = join(folder, file)
  const asset = { body: readFileSync(path), contentType: CONTENT_TYPES[extname(file)]! }
  if (file.endsWith('.png')) return prepared({ ...asset, isCompressed: true })
  return prepared({
    ...asset,
    encodings: { br: readFileSync(`${path}.br`), gzip: readFileSync(`${path}.gz`) },
  })
}
