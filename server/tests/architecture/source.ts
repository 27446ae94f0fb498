import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** The root of the repository. */
export const ROOT = resolve(import.meta.dirname, '../../..')

export interface SourceFile {
  /** From the root, with forward slashes. */
  path: string
  text: string
  /** Modules of ours that it imports, as paths from the root. */
  imports: string[]
  /** The same without those of which only types are imported. */
  valueImports: string[]
  /** Names of packages and of Node's modules that it imports. */
  packages: string[]
}

const IMPORT =
  /^(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm

/**
 * Every TypeScript file below the given folders, without what was installed or is cached there.
 *
 * @throws when a folder has none, as a rule about no files would always hold.
 */
export function readSources(...folders: string[]): SourceFile[] {
  return folders.flatMap(folder => {
    const paths = globSync(`${folder}/**/*.{ts,tsx}`, {
      cwd: ROOT,
      exclude: ['**/node_modules', '**/.cache'],
    })
    if (paths.length === 0) throw new Error(`No TypeScript file is below ${folder}`)
    return paths.map(readSource)
  })
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const source: SourceFile = { path, text, imports: [], valueImports: [], packages: [] }
  for (const [, isType, named, dynamic] of text.matchAll(IMPORT)) {
    const target = (named ?? dynamic)!
    const own = ownModule(path, target)
    if (own === null) source.packages.push(target)
    else {
      source.imports.push(own)
      if (isType === undefined) source.valueImports.push(own)
    }
  }
  return source
}

function ownModule(from: string, target: string): string | null {
  if (target.startsWith('.')) return relative(ROOT, resolve(ROOT, dirname(from), target))
  const workspace = /^(?:@avatary\/|#)(\w+)(?:\/(.+))?$/.exec(target)
  return workspace === null ? null : `${workspace[1]}/src/${workspace[2] ?? workspace[1]}.ts`
}

export function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || path.startsWith('server/tests/') || path.startsWith('bench/')
}

/** Source with comments taken out, so that a rule about code does not read prose. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}
