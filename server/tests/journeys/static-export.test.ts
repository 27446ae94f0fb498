import assert from 'node:assert/strict'
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import sharp from 'sharp'
import { idOf } from '../store/fixtures.ts'
import { avatary } from '../support/command-line.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { avatarWithPicture, fileOf, type PicturesTest, startWithPictures } from '../support/pictures.ts'
import { platformEnv } from '../support/platform.ts'
import { testFolder } from '../support/temp-folder.ts'
import { until } from '../support/until.ts'
import { readVrcJson } from '../support/vrc-json.ts'

const AVATARS = 620
/** Slightly more than one atlas holds. */
const PICTURES = 66

interface Done {
  files: number
  written: number
  unchanged: number
  removed: number
  pictures: number
  missing: { none: number; unavailable: number; unreadable: number }
}

interface Manifest {
  files: { path: string; source: string }[]
  cells: { cell: number; id: string; picture: string }[]
}

interface ExportTest extends PicturesTest {
  dir: string
  env: Record<string, string>
  run(...options: string[]): Promise<{ code: number; stderr: string; done: Done }>
  command(...args: string[]): Promise<void>
  json<Value = Record<string, unknown>>(path: string): Value
}

async function setUp(t: TestContext, count = AVATARS): Promise<ExportTest> {
  const platforms = (n: number) => (n % 3 === 0 ? (['pc', 'quest'] as const) : (['pc'] as const))
  const avatars = Array.from({ length: count }, (_, n) =>
    avatarWithPicture(n, {
      tags: ['author_tag_fox'],
      platforms: [...platforms(n)],
      addedAtMs: Date.UTC(2026, 0, 1) + n,
    }),
  )
  const limits = { RATE_LIMIT_WORLD: '0', RATE_LIMIT_GLOBAL: '0' }
  const test = await startWithPictures(t, {
    avatars,
    clock: new ManualClock(Date.now()),
    env: limits,
  })
  const folder = testFolder(t, 'static')
  const env = { ...platformEnv(test.sim), DATA_DIR: test.app.config.data.dir }
  return {
    ...test,
    dir: folder,
    env,
    async run(...options) {
      const args = ['export', '--static', folder, `--pictures=${PICTURES}`, '--json', ...options]
      const { code, stdout, stderr } = await avatary(args, { env })
      return { code, stderr, done: (stdout === '' ? {} : JSON.parse(stdout)) as Done }
    },
    async command(...args) {
      const { code, stderr } = await avatary(args, { env })
      assert.equal(code, 0, stderr)
    },
    json: path => JSON.parse(readFileSync(join(folder, path), 'utf8')),
  }
}

function filesOf(dir: string): string[] {
  return globSync('**/*', { cwd: dir, exclude: [] })
    .filter(path => statSync(join(dir, path)).isFile())
    .map(path => path.replaceAll('\\', '/'))
    .sort()
}

const withoutTime = (text: string) => text.replaceAll(/"now":"[^"]*"/g, '"now":""')
const named = (cells: Manifest['cells']) => new Map(cells.map(({ id, cell }) => [id, cell]))

describe('the static export', () => {
  it('holds what the endpoints answer, for readers as strict as worlds, in images that worlds can load', async t => {
    const { app, dir, run, json } = await setUp(t)
    for (const number of [5, 7, 7]) await app.get(`/world/avatar/${idOf(number)}`)
    await app.settle()
    const { avatars } = (await app.getJson('/world/list?limit=1')) as { avatars: { views: number }[] }
    assert.equal(avatars[0]!.views, 2)
    const { code, done, stderr } = await run()
    assert.equal(json('world/trending.json').total, 2)
    assert.equal(code, 0, stderr)
    const { files, cells } = json<Manifest>('manifest.json')
    for (const { path, source } of files.filter(file => file.source !== '')) {
      const live = await (await app.get(source)).text()
      assert.equal(withoutTime(readFileSync(join(dir, path), 'utf8')), withoutTime(live), path)
    }
    for (const path of filesOf(dir).filter(name => /^(?:index|(?:world|atlas)\/.*)\.json$/.test(name)))
      readVrcJson(readFileSync(join(dir, path), 'utf8'))
    assert.deepEqual(json('world/list/popular/pages.json').pages, 2)
    assert.deepEqual(json('world/list/popular-ios/pages.json'), {
      ...json('world/list/popular-ios/pages.json'),
      ok: true,
      total: 0,
      limit: 500,
      pages: 1,
    })
    const index = json<{ atlases: number; pictures: number; cells: Record<string, number> }>(
      'atlas/index.json',
    )
    assert.deepEqual([index.atlases, index.pictures, done.pictures], [2, PICTURES, PICTURES])
    assert.deepEqual(index.cells, Object.fromEntries(named(cells)))
    for (const path of ['atlas/0.jpg', 'atlas/1.jpg']) {
      const { width, height, format } = await sharp(join(dir, path)).metadata()
      assert.deepEqual([width, height, format], [2048, 2048, 'jpeg'])
    }
    assert.equal(filesOf(dir).filter(name => name.includes('.avatary-part')).length, 0)
  })

  it('writes nothing the second time, and the same bytes in another folder', async t => {
    const { dir, run, command } = await setUp(t)
    await run()
    const before = filesOf(dir).map(path => [path, statSync(join(dir, path)).mtimeMs] as const)
    const { done } = await run()
    assert.deepEqual([done.written, done.removed], [0, 0])
    for (const [path, mtimeMs] of before) assert.equal(statSync(join(dir, path)).mtimeMs, mtimeMs, path)
    const other = testFolder(t, 'static-again')
    await command('export', '--static', other, `--pictures=${PICTURES}`)
    assert.deepEqual(filesOf(other), filesOf(dir))
    for (const path of filesOf(dir).filter(name => name !== 'manifest.json')) {
      const [a, b] = [dir, other].map(root => readFileSync(join(root, path), 'latin1'))
      assert.ok(withoutTime(a!) === withoutTime(b!), path)
    }
  })

  it('brings up to date what changed and leaves cells where they are', async t => {
    const { dir, sim, run, command, json, app } = await setUp(t)
    await run()
    const before = json<Manifest>('manifest.json')
    const blocked = before.cells[3]!.id
    const fetched = sim.requests.length
    await command('moderate', 'block', blocked)
    const { done } = await run()
    const after = json<Manifest>('manifest.json')
    const [old, now] = [named(before.cells), named(after.cells)]
    assert.equal(now.has(blocked), false)
    assert.equal(now.size, PICTURES)
    for (const [id, cell] of now) if (old.has(id)) assert.equal(cell, old.get(id), id)
    const newcomer = [...now.keys()].find(id => !old.has(id))!
    assert.equal(now.get(newcomer), 3)
    assert.equal(sim.requests.length, fetched + 1)
    assert.ok(done.written > 0 && done.unchanged > 0)
    for (const path of filesOf(dir).filter(name => name.endsWith('.json')))
      assert.doesNotMatch(readFileSync(join(dir, path), 'utf8'), new RegExp(blocked), path)
    await app.settle()
    assert.equal((await app.get(`/avatars/${blocked}/image`)).status, 404)
  })

  it('removes only files that it wrote and that are no longer part of the export', async t => {
    const { dir, run } = await setUp(t)
    mkdirSync(join(dir, 'world/list/popular'), { recursive: true })
    for (const path of ['README.md', 'world/list/popular/notes.txt']) writeFileSync(join(dir, path), 'mine')
    await run()
    assert.ok(existsSync(join(dir, 'world/list/popular/1.json')))
    const { done } = await run('--pages=1', '--pictures=0')
    assert.ok(!existsSync(join(dir, 'world/list/popular/1.json')))
    assert.ok(!existsSync(join(dir, 'atlas/0.jpg')))
    assert.equal(done.removed, 5)
    for (const path of ['README.md', 'world/list/popular/notes.txt', 'world/all/0.json'])
      assert.ok(existsSync(join(dir, path)), path)
  })

  it('touches nothing where files of somebody else are in the way', async t => {
    const { dir, run } = await setUp(t, 3)
    writeFileSync(join(dir, 'index.json'), '{"mine":true}')
    const refused = await run()
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /index\.json is there and was not written by this command/)
    assert.deepEqual(filesOf(dir), ['index.json'])
  })

  it('names the folder that is at the path of a file', async t => {
    const { dir, run } = await setUp(t, 3)
    mkdirSync(join(dir, 'world/stats.json'), { recursive: true })
    const refused = await run('--pictures=0')
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /^[^\n]*stats\.json cannot be written: EISDIR[^\n]*\n$/)
    assert.deepEqual(filesOf(dir), [])
  })

  it('deletes nothing on the word of a manifest that no export wrote', async t => {
    const { dir, run } = await setUp(t, 3)
    const files = [{ path: '../victim.json', bytes: 1, sha256: '', source: '' }]
    const manifest = { generator: 'avatary export --static', version: 1, files, cells: [] }
    writeFileSync(join(dir, 'manifest.json'), JSON.stringify(manifest))
    const refused = await run()
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /manifest\.json was not written by this command/)
  })

  it('goes on where it was stopped', async t => {
    const { dir, run, json } = await setUp(t)
    await run()
    const whole = json<Manifest>('manifest.json')
    const planned = whole.files.map(({ path }) => ({ path, bytes: -1, sha256: '', source: '' }))
    writeFileSync(join(dir, 'manifest.json'), JSON.stringify({ ...whole, files: planned, cells: [] }))
    writeFileSync(join(dir, 'world/tags.json'), '')
    writeFileSync(join(dir, 'atlas/0.jpg'), 'half')
    const { code, done } = await run()
    assert.equal(code, 0)
    assert.equal(done.written, 2)
    const now = json<Manifest>('manifest.json')
    assert.deepEqual(now.cells, whole.cells)
    assert.deepEqual(
      now.files.map(({ path, source }) => [path, source]),
      whole.files.map(({ path, source }) => [path, source]),
    )
  })

  it('keeps the pictures that it has when they cannot be fetched', async t => {
    const { dir, sim, run, command, json, app } = await setUp(t, PICTURES)
    await run()
    const { cells } = json<Manifest>('manifest.json')
    const [gone, kept] = [cells[0]!, cells[5]!]
    const pixels = await cellOf(dir, kept.cell)
    sim.setPicture(fileOf(Number(kept.id.slice(-12))), 'missing')
    await rm(join(app.config.data.dir, 'pictures'), { recursive: true })
    await command('moderate', 'block', gone.id)
    const { done } = await run()
    assert.equal(done.pictures, PICTURES - 1)
    const now = named(json<Manifest>('manifest.json').cells)
    assert.deepEqual([now.get(kept.id), now.has(gone.id)], [kept.cell, false])
    assert.ok((await difference(pixels, await cellOf(dir, kept.cell))) < 3)
    assert.ok((await difference(pixels, await cellOf(dir, gone.cell))) > 10)
  })

  it('leaves out pictures that cannot be had, and takes them in later', async t => {
    const { dir, env, sim, run, json } = await setUp(t, 4)
    sim.setPicture(fileOf(2), 'missing')
    const { done } = await run()
    assert.deepEqual([done.pictures, done.missing], [3, { none: 1, unavailable: 0, unreadable: 0 }])
    const { stdout } = await avatary(['export', '--static', dir, `--pictures=${PICTURES}`], { env })
    assert.match(stdout, /with 3 pictures .*\nWithout a picture, because its host has none: 1 avatar\.\n$/)
    sim.setPicture(fileOf(2), {})
    assert.equal((await run()).done.pictures, 4)
    assert.equal(named(json<Manifest>('manifest.json').cells).size, 4)
  })

  it('says why it has no picture', async t => {
    const { dir, env } = await setUp(t, 2)
    const command = ['export', '--static', dir, `--pictures=${PICTURES}`]
    const away = { ...env, PLATFORM_API_URL: 'http://127.0.0.1:1' }
    const { stdout } = await avatary(command, { env: away })
    assert.match(
      stdout,
      /with 0 pictures .*\nWithout a picture, because its host does not answer now: 2 avatars\./,
    )
    const broken = await setUp(t, 1)
    await (await broken.picture(0)).arrayBuffer()
    for (const path of globSync(join(broken.env.DATA_DIR!, 'pictures/**/*-256'))) {
      const picture = readFileSync(path)
      writeFileSync(path, Buffer.concat([picture.subarray(0, 8), Buffer.alloc(64), picture.subarray(-8)]))
    }
    const { stdout: unreadable } = await avatary(command, { env: broken.env })
    assert.match(
      unreadable,
      /with 0 pictures .*\nWithout a picture, because what its host answered cannot be read: 1 avatar\.\n$/,
    )
    const empty = await setUp(t, 0)
    const { stdout: none } = await avatary(command, { env: empty.env })
    assert.match(none, /with 0 pictures .*\nNo listed avatar names a picture/)
  })

  it('ends soon when it is asked to, and says so', async t => {
    const { dir, env, sim } = await setUp(t)
    const stopping = new AbortController()
    const running = avatary(['export', '--static', dir, '--pictures=620'], {
      env: { ...env, IMAGE_FETCHES_PER_MINUTE: '2' },
      signal: stopping.signal,
    })
    await until('a picture was fetched', () => sim.requests.length > 0)
    stopping.abort()
    const { code, stderr } = await running
    assert.equal(code, 1)
    assert.match(stderr, /Stopped\. Run the same command again to continue\./)
  })

  it('says what it takes', async t => {
    const { run, dir } = await setUp(t, 1)
    assert.equal((await run('--all')).code, 2)
    assert.equal((await run('--pages=0')).code, 2)
    assert.equal((await run('elsewhere.ndjson')).code, 2)
    assert.deepEqual(filesOf(dir), [])
  })
})

async function cellOf(dir: string, cell: number): Promise<Buffer> {
  const leftCount = (cell % 8) * 256
  const top = Math.floor(cell / 8) * 256
  const image = sharp(join(dir, 'atlas/0.jpg')).extract({ left: leftCount, top, width: 256, height: 256 })
  return await image.raw().toBuffer()
}

/** Mean difference of two pictures, from 0 to 255. */
async function difference(a: Buffer, b: Buffer): Promise<number> {
  return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0) / a.length
}
