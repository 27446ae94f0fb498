import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { catalogStore } from '../../src/composition/database.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { idOf } from '../store/fixtures.ts'
import { avatary } from '../support/command-line.ts'
import { IN_THIS_THREAD } from '../support/migrated.ts'
import { testFolder } from '../support/temp-folder.ts'

const NUL = String.fromCharCode(0)

/** Lines that are not avatars, each with the reason to skip it. */
const REFUSED_LINES: readonly (readonly [line: string | Buffer, reason: string])[] = [
  [`{"id":"${idOf(1)}","name":"${'x'.repeat(3_000_000)}"}`, 'too_long'],
  ['['.repeat(200_000), 'not_json'],
  [`{"id":"${idOf(1)}","name":"fox"`, 'not_json'],
  [`${NUL}${NUL}${NUL}`, 'not_json'],
  [`{"id":"${idOf(1)}","name":"fox ${NUL}"}`, 'not_json'],
  [Buffer.from([0x22, 0xff, 0xfe, 0x22]), 'bad_utf8'],
  ['17', 'not_an_object'],
  ['{"id":17,"name":"fox"}', 'invalid_id'],
  ['{"id":"avtr_../../etc/passwd","name":"fox"}', 'invalid_id'],
  ['{"__proto__":{"id":"x"},"name":"fox"}', 'no_id'],
]

/** Lines with avatars of which one field is faulty. */
const AVATAR_LINES: readonly string[] = [
  `{"id":"${idOf(2)}","name":"fox","views":"many","likes":-5,"tags":17,"platforms":{"pc":1},"performance":[]}`,
  `{"id":"${idOf(3)}","name":"fox \\u0000","description":{"a":[1]},"authorName":null}`,
  `{"id":"${idOf(4)}","name":"fox","views":1e999,"created_at":"-271821-04-20","updated_at":9e15}`,
  `{"id":"${idOf(5)}","name":"fox","nested":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
  `{"id":"${idOf(6)}","name":"fox","tags":${JSON.stringify(Array.from({ length: 50_000 }, (_, i) => `t${i}`))}}`,
  `{"id":"${idOf(7)}","name":"fox","__proto__":{"name":"other"},"constructor":{"prototype":{"isAdmin":true}}}`,
]

describe('an import of hostile records', () => {
  it('saves each avatar, skips each other line with its reason, and goes on', async t => {
    const folder = testFolder(t, 'hostile-import')
    const file = join(folder, 'hostile.ndjson')
    const good = JSON.stringify({ id: idOf(0), name: 'good fox' })
    const lines = [...REFUSED_LINES.map(([line]) => line), ...AVATAR_LINES, good]
    writeFileSync(file, Buffer.concat(lines.flatMap(line => [Buffer.from(line), Buffer.from('\n')])))
    const report = join(folder, 'skipped.ndjson')
    const env = { DATA_DIR: folder }
    const { code, stderr } = await avatary(['import', file, `--report=${report}`, '--json'], { env })
    assert.equal(code, 0, stderr)
    const skipped = readFileSync(report, 'utf8').trimEnd().split('\n')
    assert.deepEqual(
      skipped.map(line => {
        const { line: number, reason } = JSON.parse(line) as { line: number; reason: string }
        return [number, reason]
      }),
      REFUSED_LINES.map(([, reason], at) => [at + 1, reason]),
    )
    await using db = await openDatabase(join(folder, 'avatary.sqlite'), IN_THIS_THREAD)
    const saved = await catalogStore(db).byIds([0, 1, 2, 3, 4, 5, 6, 7].map(idOf))
    assert.deepEqual(saved.map(({ id }) => id).sort(), [0, 2, 3, 4, 5, 6, 7].map(idOf))
    for (const { name, views, likes, tags } of saved) {
      assert.match(name, /fox/)
      assert.ok(!name.includes(NUL) && views === 0 && likes === 0 && tags.length <= 256)
    }
    assert.equal((Object.prototype as { isAdmin?: boolean }).isAdmin, undefined)
  })

  it('refuses a compressed file before it decompresses any of it', async t => {
    const folder = testFolder(t, 'hostile-import')
    const file = join(folder, 'bomb.ndjson')
    writeFileSync(file, gzipSync(Buffer.alloc(100_000_000)))
    const { code, stderr } = await avatary(['import', file], { env: { DATA_DIR: folder } })
    assert.equal(code, 1)
    assert.match(stderr, /compressed|gzip/i)
  })
})
