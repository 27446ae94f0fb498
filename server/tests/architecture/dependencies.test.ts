import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTest, readSources, type SourceFile, withoutComments } from './source.ts'

const sources = readSources('contract', 'server', 'sim', 'bench')
const code = sources.filter(source => !isTest(source.path))

/** Slices may know each other only along these edges: from → to, and only what the named files export. */
const SLICE_EDGES: Record<string, Record<string, readonly string[]>> = {
  account: { catalog: ['listing-state.ts', 'row.ts', 'store.ts', 'tables.sql.ts', 'view.ts'] },
  creator: {
    catalog: ['changes.sql.ts', 'listing-state.ts', 'row.ts', 'tables.sql.ts', 'view.ts'],
    identity: ['profile.ts', 'profiles.ts', 'tables.sql.ts'],
    insights: ['numbers.ts'],
    moderation: ['store.ts'],
  },
  events: { catalog: ['store.ts', 'view.ts'] },
  feeds: { catalog: ['browse.ts', 'search-port.ts', 'tag-form.ts', 'view.ts'] },
  images: { catalog: ['view.ts'], interop: ['image-url.ts'] },
  insights: {
    catalog: [...['analyse.ts', 'browse.ts', 'search.ts', 'search-port.ts', 'tables.sql.ts', 'view.ts']],
    tracking: ['audience.ts', 'store.ts'],
  },
  interop: { catalog: ['avatar-of.ts', 'browse.ts', 'record.ts', 'search.ts', 'store.ts', 'view.ts'] },
  moderation: {
    catalog: ['changes.sql.ts', 'listing-state.ts', 'row.ts', 'tables.sql.ts', 'view.ts', 'withheld.sql.ts'],
  },
  promotions: { moderation: ['audit.sql.ts', 'store.ts', 'tables.sql.ts'] },
  submission: { verification: ['tables.sql.ts'], catalog: ['withheld.sql.ts'] },
  tracking: { catalog: ['store.ts', 'tables.sql.ts', 'view.ts'] },
  verification: { catalog: ['store.ts', 'tables.sql.ts', 'withheld.sql.ts'], interop: ['foreign-record.ts'] },
  world: {
    catalog: [
      ...['browse.ts', 'bulk.ts', 'search.ts', 'search-port.ts', 'search-terms.ts'],
      ...['store.ts', 'tags.ts', 'view.ts'],
    ],
  },
  lookup: { catalog: ['store.ts', 'tables.sql.ts', 'withheld.sql.ts'], interop: ['foreign-record.ts'] },
}

/** The files that put slices and platform together. */
const COMPOSITION = /^server\/src\/(app|main|cli)\.ts$|^server\/src\/(cli|composition)\//

function sliceOf(path: string): string | null {
  return /^server\/src\/slices\/([^/]+)\//.exec(path)?.[1] ?? null
}

function violations(check: (source: SourceFile) => string[]): string[] {
  return code.flatMap(source => check(source).map(what => `${source.path}: ${what}`))
}

describe('the dependency rules', () => {
  it('read a fair number of files', () => {
    assert.ok(code.length > 20, `only ${code.length} files found`)
  })

  it('let the contract import nothing of ours but itself', () => {
    const found = violations(({ path, imports }) =>
      path.startsWith('contract/') ? imports.filter(target => !target.startsWith('contract/')) : [],
    )
    assert.deepEqual(found, [])
  })

  it('let the contract use one schema library and no input or output', () => {
    const found = violations(({ path, packages }) =>
      path.startsWith('contract/src/') ? packages.filter(name => !/^typebox(\/|$)/.test(name)) : [],
    )
    assert.deepEqual(found, [])
  })

  it('let the kernel import nothing of ours but itself', () => {
    const found = violations(({ path, imports }) =>
      path.startsWith('server/src/kernel/') ? imports.filter(to => !to.startsWith('server/src/kernel/')) : [],
    )
    assert.deepEqual(found, [])
  })

  it('let a slice import kernel, contract, itself, and others only along the written edges', () => {
    const found = violations(({ path, imports }) => {
      const slice = sliceOf(path)
      if (slice === null) return []
      return imports.filter(target => {
        if (/^(contract|server\/src\/kernel)\//.test(target)) return false
        const other = sliceOf(target)
        if (other === slice) return false
        const edge = other === null ? undefined : SLICE_EDGES[slice]?.[other]
        return !edge?.some(file => target.endsWith(`/${other}/${file}`))
      })
    })
    assert.deepEqual(found, [])
  })

  it('let the platform import kernel, contract, config types and only types of slices', () => {
    const found = violations(({ path, imports, valueImports }) => {
      if (!path.startsWith('server/src/platform/')) return []
      const allowed = /^(contract|server\/src\/kernel|server\/src\/platform|server\/migrations)\//
      return [
        ...imports.filter(
          to => !allowed.test(to) && sliceOf(to) === null && !to.startsWith('server/src/config/'),
        ),
        ...valueImports.filter(to => sliceOf(to) !== null),
      ]
    })
    assert.deepEqual(found, [])
  })

  it('let only the composition root import both slices and platform', () => {
    const found = violations(({ path, valueImports }) => {
      if (!path.startsWith('server/src/') || COMPOSITION.test(path)) return []
      const slices = valueImports.some(to => sliceOf(to) !== null)
      const platform = valueImports.some(to => to.startsWith('server/src/platform/'))
      return slices && platform ? ['imports both'] : []
    })
    assert.deepEqual(found, [])
  })

  it('let sim import the contract only', () => {
    const found = violations(({ path, imports }) =>
      path.startsWith('sim/') ? imports.filter(target => !/^(sim|contract)\//.test(target)) : [],
    )
    assert.deepEqual(found, [])
  })

  it('have no import cycle', () => {
    assert.deepEqual(cycles(code), [])
  })

  it('have no barrel but the index.ts of a slice', () => {
    const found = violations(({ path }) =>
      /(^|\/)index\.ts$/.test(path) && !/^server\/src\/slices\/[^/]+\/index\.ts$/.test(path)
        ? ['barrel']
        : [],
    )
    assert.deepEqual(found, [])
  })
})

describe('the rules of purity', () => {
  const found = (pattern: RegExp, allowed: RegExp): string[] =>
    violations(({ path, text }) => {
      if (!path.startsWith('server/src/') || allowed.test(path)) return []
      return [...withoutComments(text).matchAll(pattern)].map(match => match[0])
    })

  it('keep the environment inside config', () => {
    assert.deepEqual(found(/\bprocess\.env\b/g, /^server\/src\/config\//), [])
  })

  it('keep time, randomness and network inside platform', () => {
    const pattern =
      /\bDate\.now\(|\bMath\.random\(|(?<![.\w])fetch\(|\bperformance\.now\(|new Date\(\)|randomUUID\(|randomBytes\(/g
    assert.deepEqual(found(pattern, /^server\/src\/(platform|config|cli)\//), [])
  })

  it('keep SQL in *.sql.ts, platform/db and the migrations', () => {
    const pattern = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|(?<!\w)sql[`<]/g
    assert.deepEqual(found(pattern, /\.sql\.ts$|^server\/src\/platform\/db\//), [])
  })

  it('keep files short enough to hold one idea', () => {
    const long = code.filter(({ text }) => text.split('\n').length > 400).map(({ path }) => path)
    assert.deepEqual(long, [])
  })
})

/** Each cycle once, as the path that closes it. */
function cycles(files: readonly SourceFile[]): string[] {
  const imports = new Map(files.map(({ path, imports }) => [path, imports]))
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
