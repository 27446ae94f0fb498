import assert from 'node:assert/strict'
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, describe, it } from 'node:test'
import fc from 'fast-check'
import { tempFolder } from '../../../tests/support/temp-folder.ts'
import { turnsWhile } from '../../../tests/support/turns.ts'
import { readSnapshotFile, readSnapshotMeta, writeSnapshotFile } from './snapshot-file.ts'
import { BLOCK_BYTES } from './snapshot-format.ts'

const folder = tempFolder('snapshot-file')
after(folder.remove)
let files = 0
const newPath = () => join(folder.path, `${files++}.snapshot`)

const meta = { databaseId: 'd', seq: 7 }
const sections = {
  bytes: Uint8Array.of(1, 2, 3),
  words: Uint16Array.of(4, 5, 65535),
  numbers: Uint32Array.of(6, 0xffffffff),
  floats: Float64Array.of(0.5, -1, Number.NaN),
  empty: new Uint32Array(),
}

async function writeNewFile(): Promise<string> {
  const path = newPath()
  await writeSnapshotFile(path, { meta, sections })
  return path
}

describe('a snapshot file', () => {
  it('is read with its meta and arrays', async () => {
    const outcome = await readSnapshotFile(await writeNewFile())
    assert.deepEqual(outcome, { kind: 'content', meta, sections })
  })

  it('has an array that was written in pieces as one, across blocks', async () => {
    const path = newPath()
    const values = Uint32Array.from({ length: BLOCK_BYTES / 2 + 5 }, (_, i) => i * 2654435761)
    const cuts = [0, 3, BLOCK_BYTES / 4, BLOCK_BYTES / 4 + 1, values.length]
    const pieces = cuts.slice(1).map((cut, i) => values.subarray(cuts[i], cut))
    await writeSnapshotFile(path, { meta, sections: { pieces, none: [] } })
    const outcome = await readSnapshotFile(path)
    assert.ok(outcome.kind === 'content')
    assert.deepEqual(outcome.sections.pieces, values)
    assert.equal(outcome.sections.none?.length, 0)
  })

  it('is read into shared memory where the reader wants it', async () => {
    const outcome = await readSnapshotFile(await writeNewFile(), { isShared: name => name === 'words' })
    assert.ok(outcome.kind === 'content')
    assert.ok(outcome.sections.words?.buffer instanceof SharedArrayBuffer)
    assert.ok(outcome.sections.bytes?.buffer instanceof ArrayBuffer)
    assert.deepEqual([...outcome.sections.words], [...sections.words])
  })

  it('leaves nothing but itself in the folder', async () => {
    const path = await writeNewFile()
    const names = readdirSync(folder.path)
    assert.ok(names.includes(basename(path)))
    assert.deepEqual(
      names.filter(name => !name.endsWith('.snapshot')),
      [],
    )
  })

  it('may be missing', async () => {
    const outcome = await readSnapshotFile(newPath())
    assert.equal(outcome.kind, 'fault')
    assert.equal(outcome.kind === 'fault' && outcome.reason, 'missing')
  })

  it('may be unreadable', async () => {
    const outcome = await readSnapshotFile(folder.path)
    assert.equal(outcome.kind === 'fault' && outcome.reason, 'unreadable')
  })

  it('is refused by its meta with a reason', async () => {
    const path = await writeNewFile()
    const outcome = await readSnapshotFile(path, {
      reasonToRefuse: async found => `seq ${(found as typeof meta).seq}`,
    })
    assert.deepEqual(outcome, { kind: 'fault', reason: 'seq 7' })
  })
})

describe('damage of a snapshot file', () => {
  it('is found at any flipped bit', async () => {
    const whole = readFileSync(await writeNewFile())
    const path = newPath()
    for (let at = 0; at < whole.length; at++) {
      const flipped = Buffer.from(whole)
      flipped[at]! ^= 1 << (at & 7)
      writeFileSync(path, flipped)
      const outcome = await readSnapshotFile(path)
      assert.equal(outcome.kind, 'fault', `byte ${at} of ${whole.length}`)
    }
  })

  it('is found at any length of a truncated file', async () => {
    const path = await writeNewFile()
    for (let length = readFileSync(path).length - 1; length >= 0; length--) {
      truncateSync(path, length)
      const outcome = await readSnapshotFile(path)
      assert.equal(outcome.kind, 'fault', `cut at ${length}`)
    }
  })

  it('is found when bytes were added, removed or overwritten', async () => {
    const whole = readFileSync(await writeNewFile())
    const path = newPath()
    const splice = fc.tuple(fc.nat(whole.length), fc.nat(20), fc.uint8Array({ maxLength: 20 }))
    await fc.assert(
      fc.asyncProperty(splice, async ([start, removed, added]) => {
        const changedBytes = Buffer.concat([whole.subarray(0, start), added, whole.subarray(start + removed)])
        fc.pre(!changedBytes.equals(whole))
        writeFileSync(path, changedBytes)
        assert.equal((await readSnapshotFile(path)).kind, 'fault')
      }),
      { numRuns: 300 },
    )
  })

  it('has one of four reasons: no snapshot, another format version, truncated, damaged', async () => {
    const whole = readFileSync(await writeNewFile())
    const path = newPath()
    const reasonAfter = async (change: (bytes: Buffer) => Buffer) => {
      writeFileSync(path, change(Buffer.from(whole)))
      const outcome = await readSnapshotFile(path)
      return outcome.kind === 'content' ? 'ok' : outcome.reason
    }
    const set = (at: number) => (bytes: Buffer) => {
      bytes[at]! += 1
      return bytes
    }
    assert.equal(await reasonAfter(set(0)), 'not-a-snapshot')
    assert.equal(await reasonAfter(set(8)), 'other-format')
    assert.equal(await reasonAfter(set(12)), 'other-format')
    assert.equal(await reasonAfter(set(16)), 'damaged')
    assert.equal(await reasonAfter(bytes => bytes.subarray(0, -1)), 'truncated')
    assert.equal(await reasonAfter(bytes => bytes.subarray(0, 10)), 'truncated')
  })
})

describe('writing over an older snapshot', () => {
  const newer = { meta: { ...meta, seq: 8 }, sections: { other: Uint8Array.of(9) } }
  const isNewer = (held: unknown) => (held as typeof meta).seq < 8

  it('replaces it when it may', async () => {
    const path = await writeNewFile()
    assert.ok(await writeSnapshotFile(path, newer, { mayReplace: isNewer }))
    assert.deepEqual(await readSnapshotMeta(path), { kind: 'content', meta: newer.meta, sections: null })
  })

  it('leaves it when it may not, and no other file behind', async () => {
    const path = newPath()
    await writeSnapshotFile(path, newer)
    const before = readdirSync(folder.path)
    assert.equal(await writeSnapshotFile(path, { meta, sections }, { mayReplace: isNewer }), null)
    assert.deepEqual((await readSnapshotFile(path)).kind === 'content' && readdirSync(folder.path), before)
    assert.deepEqual(await readSnapshotMeta(path), { kind: 'content', meta: newer.meta, sections: null })
  })

  it('replaces a damaged one without asking', async () => {
    const path = newPath()
    writeFileSync(path, 'no snapshot')
    assert.ok(await writeSnapshotFile(path, newer, { mayReplace: () => false }))
  })

  it('fails without effect when its signal aborts or the folder is missing', async () => {
    const path = await writeNewFile()
    const before = readdirSync(folder.path)
    await assert.rejects(writeSnapshotFile(path, newer, { signal: AbortSignal.abort(new Error('stop')) }), {
      message: 'stop',
    })
    assert.deepEqual(readdirSync(folder.path), before)
    assert.deepEqual(await readSnapshotFile(path), { kind: 'content', meta, sections })
    await assert.rejects(writeSnapshotFile(join(folder.path, 'none', 'x'), newer), { code: 'ENOENT' })
  })
})

it('a snapshot of many blocks does not block the event loop between them', async () => {
  const values = new Uint32Array(24 * (BLOCK_BYTES / 4)).map((_, i) => i)
  const path = newPath()
  const turnsOfWriting = await turnsWhile(() => writeSnapshotFile(path, { meta, sections: { values } }))
  const turnsOfReading = await turnsWhile(() => readSnapshotFile(path))
  assert.ok(turnsOfWriting >= 24, `${turnsOfWriting} turns of writing`)
  assert.ok(turnsOfReading >= 6, `${turnsOfReading} turns of reading`)
})
