import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { cyclesIn, isTest, ROOT, readSources, type SourceFile, withoutComments } from './source.ts'

const sources = readSources('contract', 'client/src', 'server', 'sim', 'bench')
const code = sources.filter(source => !isTest(source.path))

/** Slices may import each other only along these edges (from → to), and only through the other's `index.ts`. */
const SLICE_EDGES: Record<string, readonly string[]> = {
  account: ['identity'],
  creator: ['identity', 'insights', 'moderation'],
  discord: ['catalog', 'identity'],
  health: ['verification'],
  insights: ['catalog', 'tracking'],
  interop: ['catalog'],
  lookup: ['interop'],
  oauth: ['identity', 'moderation'],
  promotions: ['moderation'],
  'static-export': ['images'],
  site: ['catalog'],
  submission: ['verification'],
  verification: ['interop'],
  world: ['catalog'],
}

/** Folders that every slice may import. */
const SHARED =
  /^(contract\/|server\/src\/kernel\/|server\/src\/handlers\.ts$|server\/src\/avatars\/index\.ts$|server\/src\/ai-tags\/query-tags\.ts$)/

/** The only slice that is a client of another instance: a mirror uses the client that we publish. */
const CLIENT_OF_ANOTHER = 'interop'

/** The files that connect slices with the platform. */
const COMPOSITION =
  /^server\/src\/(app|catalog-parts|main|cli|serve)\.ts$|^server\/src\/(cli|composition|demo)\//

function sliceOf(path: string): string | null {
  return /^server\/src\/slices\/([^/]+)\//.exec(path)?.[1] ?? null
}

/** True for a module in `avatars/` or in a slice. */
function isInside(path: string): boolean {
  return /^server\/src\/(avatars|slices)\//.test(path)
}

function isEdge({ path, imports }: SourceFile, slice: string, other: string): boolean {
  return sliceOf(path) === slice && imports.some(target => sliceOf(target) === other)
}

function violations(check: (source: SourceFile) => string[]): string[] {
  return code.flatMap(source => check(source).map(what => `${source.path}: ${what}`))
}

describe('the dependency rules', () => {
  it('cover more than 20 files', () => {
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

  it('have a use for each module that the contract exports', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'contract/package.json'), 'utf8'))
    const exported: string[] = Object.values(manifest.exports)
    const others = readSources('client/src', 'server', 'sim', 'web', 'bench')
    const imported = new Set(others.flatMap(({ imports }) => imports))
    assert.deepEqual(
      exported.filter(path => !imported.has(join('contract', path))),
      [],
    )
  })

  it('let the kernel import nothing of ours but itself', () => {
    const found = violations(({ path, imports }) =>
      path.startsWith('server/src/kernel/') ? imports.filter(to => !to.startsWith('server/src/kernel/')) : [],
    )
    assert.deepEqual(found, [])
  })

  it('let the avatars import kernel and contract', () => {
    const found = violations(({ path, imports }) =>
      path.startsWith('server/src/avatars/')
        ? imports.filter(to => !/^(contract|server\/src\/(kernel|avatars))\//.test(to))
        : [],
    )
    assert.deepEqual(found, [])
  })

  it('let a slice import kernel, contract, avatars, the vocabulary, itself, and others only along the written edges', () => {
    const found = violations(({ path, imports }) => {
      const slice = sliceOf(path)
      if (slice === null) return []
      return imports.filter(target => {
        const other = sliceOf(target)
        if (SHARED.test(target) || other === slice) return false
        if (slice === CLIENT_OF_ANOTHER && target === 'client/src/client.ts') return false
        return other === null || !SLICE_EDGES[slice]?.includes(other)
      })
    })
    assert.deepEqual(found, [])
  })

  it('have a use for each written edge', () => {
    const unused = Object.entries(SLICE_EDGES).flatMap(([slice, others]) =>
      others.filter(other => !code.some(source => isEdge(source, slice, other))),
    )
    assert.deepEqual(unused, [])
  })

  it('name the routes of a slice by the slice that handles them', () => {
    const found = violations(({ path, imports }) => {
      const slice = sliceOf(path)
      if (slice === null || !path.endsWith('handlers.ts')) return []
      const routes = imports.filter(target => target.startsWith('contract/src/routes/'))
      return routes.filter(target => target !== `contract/src/routes/${slice}.ts`)
    })
    assert.deepEqual(found, [])
    const names = code.flatMap(({ path }) => /^contract\/src\/routes\/([\w-]+)\.ts$/.exec(path)?.[1] ?? [])
    const slices = new Set(code.map(({ path }) => sliceOf(path)))
    // Probes and documents belong to the process, not to a slice.
    const withoutSlice = names.filter(name => !slices.has(name) && name !== 'all' && name !== 'service')
    assert.deepEqual(withoutSlice, [])
  })

  it('open the avatars and each slice through one file', () => {
    const found = violations(({ path, imports }) =>
      imports.filter(target => {
        const folder = /^server\/src\/(avatars|slices\/[^/]+)\//.exec(target)?.[0]
        return folder !== undefined && !path.startsWith(folder) && target !== `${folder}index.ts`
      }),
    )
    assert.deepEqual(found, [])
  })

  it('let the platform import kernel, contract, config types and only types of avatars and slices', () => {
    const found = violations(({ path, imports, valueImports }) => {
      if (!path.startsWith('server/src/platform/')) return []
      const allowed =
        /^(contract|server\/src\/kernel|server\/src\/platform|server\/migrations)\/|^server\/src\/handlers\.ts$/
      return [
        ...imports.filter(to => !allowed.test(to) && !isInside(to) && !to.startsWith('server/src/config/')),
        ...valueImports.filter(isInside),
      ]
    })
    assert.deepEqual(found, [])
  })

  it('let only the composition root import both slices and platform', () => {
    const found = violations(({ path, valueImports }) => {
      if (!path.startsWith('server/src/') || COMPOSITION.test(path)) return []
      const slices = valueImports.some(isInside)
      const platform = valueImports.some(to => to.startsWith('server/src/platform/'))
      return slices && platform ? ['imports both'] : []
    })
    assert.deepEqual(found, [])
  })

  it('let sim and the client import the contract only', () => {
    const found = violations(({ path, imports }) => {
      const [, workspace] = /^(sim|client)\//.exec(path) ?? []
      return imports.filter(
        to => workspace !== undefined && !to.startsWith('contract/') && !to.startsWith(`${workspace}/`),
      )
    })
    assert.deepEqual(found, [])
  })

  it('have no import cycle', () => {
    assert.deepEqual(cyclesIn(new Map(code.map(({ path, imports }) => [path, imports]))), [])
  })

  it('have no index.ts except those of the avatars and the slices', () => {
    const found = violations(({ path }) =>
      /(^|\/)index\.ts$/.test(path) && !/^server\/src\/(avatars|slices\/[^/]+)\/index\.ts$/.test(path)
        ? ['index.ts']
        : [],
    )
    assert.deepEqual(found, [])
  })
})

/** The files of platform and command line that use Node's monotonic clock or randomness themselves. */
const NOT_INJECTED = [
  'server/src/cli/progress.ts: performance.now',
  'server/src/platform/clock.ts: performance.now',
  'server/src/platform/db/availability.ts: performance.now',
  'server/src/platform/db/postgres.ts: Math.random',
  'server/src/platform/db/sqlite.ts: Math.random',
  'server/src/platform/db/sqlite.ts: performance.now',
  'server/src/platform/http/context.ts: performance.now',
  'server/src/platform/http/respond.ts: performance.now',
  'server/src/platform/read-model/turn-yielder.ts: performance.now',
  'server/src/platform/search/merges.ts: performance.now',
  'server/src/platform/sockets/sockets.ts: performance.now',
  'server/src/platform/upstream/system-deps.ts: Math.random',
]

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

  it('read the monotonic clock only for durations, and randomness only where a process is put together', () => {
    const pattern = /\bMath\.random\b|\bperformance\.now\b/g
    assert.deepEqual([...new Set(found(pattern, /^$/))].toSorted(), NOT_INJECTED)
  })

  it('keep differences of the engines inside platform/db', () => {
    const allowed = /^server\/src\/(platform\/db\/|kernel\/database\.ts$)/
    assert.deepEqual(found(/'(?:sqlite|postgres)'/g, allowed), [])
  })

  it('keep no buffer in a module, which all callers would share', () => {
    const pattern = /^(?:let|const) [a-z]\w*(?:: \w+)? = .*(?:Buffer\.alloc|new \w+Array\().*/gm
    assert.deepEqual(found(pattern, /^$/), [])
  })

  it('make folders by the one function that always ends', () => {
    assert.deepEqual(found(/\bmkdir(?:Sync)?\(/g, /^server\/src\/kernel\/make-folder\.ts$/), [])
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
