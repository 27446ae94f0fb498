import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const DIST = join(import.meta.dirname, '../dist')
const KILOBYTE = 1000

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
  readFileSync(join(DIST, 'manifest.json'), 'utf8'),
)
const entry = Object.keys(manifest).find(name => manifest[name]!.isEntry)!

/** A chunk and the chunks that it imports statically, recursively. */
function chunksOf(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  for (const each of manifest[name]!.imports ?? []) chunksOf(each, found)
  return found
}

const sizeOf = (file: string) => readFileSync(join(DIST, `${file}.br`)).length / KILOBYTE

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0)

describe('the files of the site, compressed by brotli', () => {
  const first = chunksOf(entry)

  it('are less than 90 kB of script for the search page', () => {
    const size = sum([...first].map(name => sizeOf(manifest[name]!.file)))
    assert.ok(size > 10 && size < 90, `${size} kB`)
  })

  it('are at most 8 kB of style for the search page', () => {
    const size = sum([...first].flatMap(name => manifest[name]!.css ?? []).map(sizeOf))
    assert.ok(size > 1 && size < 8, `${size} kB`)
  })

  const ROUTES = {
    avatar: 12,
    insights: 10,
    worlds: 8,
    creator: 4,
    submit: 8,
    saved: 16,
    account: 14,
    studio: 10,
    admin: 16,
    discord: 8,
  }
  for (const [feature, most] of Object.entries(ROUTES)) {
    it(`are at most ${most} kB of script more for the route ${feature}`, () => {
      const own = [...chunksOf(`src/features/${feature}/page.tsx`)].filter(name => !first.has(name))
      const size = sum(own.map(name => sizeOf(manifest[name]!.file)))
      assert.ok(size > 1 && size < most, `${size} kB`)
    })
  }

  it('are at most 2 kB of script for the client of the interface', async () => {
    const entry = join(import.meta.dirname, '../src/lib/api.ts')
    const write = { write: false, target: 'es2022', lib: { entry, formats: ['es' as const] } }
    const built = await build({ configFile: false, logLevel: 'silent', build: write })
    const files = (built as { output: { code?: string }[] }[]).flatMap(({ output }) => output)
    const size = sum(files.map(({ code = '' }) => brotliCompressSync(code).length / KILOBYTE))
    assert.ok(size > 0.5 && size <= 2, `${size} kB`)
  })
})
