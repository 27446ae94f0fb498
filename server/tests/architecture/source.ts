import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** The root of the repository. */
export const ROOT = resolve(import.meta.dirname, '../../..')

export interface SourceFile {
  /** Relative to the root, with forward slashes. */
  path: string
  text: string
  /** Our own modules that it imports, as paths relative to the root. */
  imports: string[]
  /** The imports without those of which only types are used. */
  valueImports: string[]
  /** Names of packages and Node modules that it imports. */
  packages: string[]
}

const IMPORT =
  /^(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm

/**
 * Reads every TypeScript file in the given folders, except installed, built and cached ones.
 * @throws when a folder contains none, because a rule about no files would always pass.
 */
export function readSources(...folders: string[]): SourceFile[] {
  return folders.flatMap(folder => {
    const paths = globSync(`${folder}/**/*.{ts,tsx}`, {
      cwd: ROOT,
      exclude: ['**/node_modules', '**/dist', '**/.cache'],
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

/** Removes comments, so that rules about code are not applied to prose. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}

/** Lists each import cycle once, as a path that ends where it began. */
export function cyclesIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path)
    if (at !== -1) found.push([...trail.slice(at), path].join(' → '))
    if (at !== -1 || done.has(path)) return
    for (const next of imports.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of imports.keys()) visit(path, [])
  return found
}
