import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { isTest, ROOT, readSources } from './source.ts'

interface Row {
  readonly packages: readonly string[]
  /**
   * Folders and files that may import them, relative to `server/src` or the root; after a `*`, suffixes of file names.
   */
  readonly places: readonly string[]
}

/** The table of the server's runtime packages. */
function rowsOfDocument(): Row[] {
  const text = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8')
  const [, table] = /## The server at run time\n([\s\S]*?)\n\n(?!\|)/.exec(text)!
  const quoted = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
  const rows = table!.split('\n').map(line => line.split('|'))
  return rows
    .map(([, packages, , places]) => ({ packages: packages ?? '', places: quoted(places) }))
    .map(({ packages, places }) => ({ packages: inScope(quoted(packages)), places }))
    .filter(({ packages }) => packages.length > 0)
}

/** Adds the scope of the first package to the other names, except those that have one. */
function inScope([first, ...others]: readonly string[]): string[] {
  if (first === undefined) return []
  const scope = /^@opentelemetry\//.exec(first)?.[0] ?? ''
  return [first, ...others.map(name => (name.startsWith('@') ? name : scope + name))]
}

function isIn(path: string, place: string): boolean {
  if (place.startsWith('*')) return path.endsWith(place.slice(1))
  return [place, `server/src/${place}`].some(from => path === from || path.startsWith(`${from}/`))
}

const rows = rowsOfDocument()
const sources = readSources('contract/src', 'client/src', 'server/src', 'server/migrations', 'sim/src')
const code = sources.filter(({ path }) => !isTest(path))

/** Files that import one of the packages or one of their subpaths. */
function importersOf(packages: readonly string[]): string[] {
  const isNamed = (target: string) => packages.some(name => target === name || target.startsWith(`${name}/`))
  return code.filter(source => source.packages.some(isNamed)).map(({ path }) => path)
}

describe('docs/dependencies.md', () => {
  it('has every package that the server has at run time, and no other', () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'server/package.json'), 'utf8'))
    const theirs = Object.keys(dependencies).filter(name => !name.startsWith('@avatary/'))
    const names = rows.flatMap(({ packages }) => packages)
    assert.deepEqual(names.sort(), theirs.sort())
  })

  for (const { packages, places } of rows)
    it(`names the places that import ${packages[0]}`, () => {
      const importers = importersOf(packages)
      const elsewhere = importers.filter(path => !places.some(place => isIn(path, place)))
      assert.deepEqual(elsewhere, [])
      const unused = places.filter(place => !importers.some(path => isIn(path, place)))
      assert.deepEqual(unused, [])
    })
})
