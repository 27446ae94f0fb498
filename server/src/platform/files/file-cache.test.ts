import assert from 'node:assert/strict'
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { testFolder } from '../../../tests/support/temp-folder.ts'
import { HOUR_MS } from '../../kernel/time.ts'
import { FileCache } from './file-cache.ts'

function setUp(t: TestContext, maxBytes = 1000) {
  const folder = testFolder(t, 'files')
  const clock = new ManualClock()
  const lines: string[] = []
  const open = (path = folder) =>
    new FileCache({
      folder: path,
      maxBytes,
      clock,
      log: { warn: (_, message) => void lines.push(message) },
    })
  const files = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter(f => f.isFile())
  return { folder, clock, told: lines, open, files }
}

describe('the cache of files', () => {
  it('keeps files for all processes and after a restart', async t => {
    const { open } = setUp(t)
    await open().write('a', Buffer.from('one'))
    assert.equal((await open().read('a'))?.toString(), 'one')
    assert.equal(await open().read('b'), null)
  })

  it('stays within its bytes: the least recently used files are evicted', async t => {
    const { open, clock, files } = setUp(t)
    const cache = open()
    for (const name of ['a', 'b', 'c', 'd']) {
      await cache.write(name, Buffer.alloc(240))
      await cache.settled()
      clock.advance(2 * HOUR_MS)
    }
    await cache.read('a')
    await cache.write('e', Buffer.alloc(240))
    await cache.settled()
    assert.equal(files().length, 3)
    const held = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(name => cache.read(name)))
    assert.deepEqual(
      held.map(bytes => bytes !== null),
      [true, false, false, true, true],
    )
  })

  it('counts the files of other processes, and removes their partial files', async t => {
    const { open, folder, clock, files } = setUp(t)
    const cache = open()
    await cache.write('a', Buffer.alloc(10))
    await cache.settled()
    const [kept] = files()
    const left = join(kept!.parentPath, 'x.1-1.part')
    writeFileSync(left, 'half')
    const longAgo = clock.now() / 1000 - 3600
    utimesSync(left, longAgo, longAgo)
    clock.advance(1000)
    const other = open(folder)
    await other.write('b', Buffer.alloc(2000))
    await other.settled()
    assert.deepEqual(
      files().map(file => file.name),
      [],
    )
  })

  it('neither counts nor evicts what another process is writing', async t => {
    const { open, clock, files } = setUp(t)
    const cache = open()
    await cache.write('a', Buffer.alloc(600))
    await cache.settled()
    const part = join(files()[0]!.parentPath, 'x.1-1.part')
    writeFileSync(part, Buffer.alloc(600))
    const justNow = clock.now() / 1000 - 1
    utimesSync(part, justNow, justNow)
    assert.equal(await open().bytes(), 600)
    await cache.write('b', Buffer.alloc(600))
    await cache.settled()
    assert.deepEqual([await cache.bytes(), existsSync(part)], [600, true])
  })

  it('stays within its bytes and ignores other files in its folder', async t => {
    const { open, folder, files, told } = setUp(t)
    writeFileSync(join(folder, '.DS_Store'), 'not ours')
    const cache = open()
    for (const name of ['a', 'b', 'c']) {
      await cache.write(name, Buffer.alloc(600))
      await cache.settled()
    }
    assert.deepEqual([files().length, told], [2, []])
    assert.ok(files().some(file => file.name === '.DS_Store'))
  })

  it('logs once that it cannot be written, and goes on', async t => {
    const { open, folder, told } = setUp(t)
    writeFileSync(join(folder, 'plain'), '')
    const cache = open(join(folder, 'plain', 'below'))
    await cache.write('a', Buffer.alloc(10))
    await cache.write('b', Buffer.alloc(10))
    await cache.settled()
    assert.equal(await cache.read('a'), null)
    assert.equal(told.length, 1)
  })
})
