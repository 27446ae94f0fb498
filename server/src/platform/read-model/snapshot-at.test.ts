import assert from 'node:assert/strict'
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { testFolder } from '../../../tests/support/temp-folder.ts'
import { createLog } from '../log.ts'
import { snapshotAt } from './snapshot-at.ts'

const never = new AbortController().signal
const content = { meta: { seq: 7 }, sections: { numbers: Uint32Array.of(1, 2, 3) } }
const isRight = async () => true

function setUp(t: TestContext) {
  const folder = testFolder(t, 'snapshot-at')
  const lines: { reason: string }[] = []
  const log = createLog({ level: 'info', output: { write: line => void lines.push(JSON.parse(line)) } })
  const clock = new ManualClock(Date.UTC(2026, 10, 21))
  const path = join(folder, 'some.snapshot')
  return { file: snapshotAt(path, { clock, log }), path, folder, clock, lines }
}

describe('a snapshot at a path', () => {
  it('is used when it is right', async t => {
    const { file, lines } = setUp(t)
    await file.write(content, never)
    const found = await file.read(
      async meta => (meta as { seq: number }).seq === 7,
      ({ sections }) => [...sections.numbers!],
    )
    assert.deepEqual(found, [1, 2, 3])
    assert.deepEqual(lines, [])
  })

  it('is missing at first, without a warning', async t => {
    const { file, lines } = setUp(t)
    assert.equal(await file.read(isRight, () => 1), null)
    assert.deepEqual(lines, [])
  })

  it('is not used, with the reason in the log, when it is not right, damaged, or does not fit together', async t => {
    const { file, path, lines } = setUp(t)
    await file.write(content, never)
    const notRight = await file.read(
      async () => false,
      () => 1,
    )
    const inconsistent = await file.read(isRight, () => {
      throw new RangeError('a section is too short')
    })
    writeFileSync(path, 'something else')
    assert.deepEqual([notRight, inconsistent, await file.read(isRight, () => 1)], [null, null, null])
    assert.deepEqual(
      lines.map(({ reason }) => reason),
      ['not-right', 'inconsistent', 'truncated'],
    )
  })

  it('is left when the check of its meta fails', async t => {
    const { file, lines } = setUp(t)
    await file.write(content, never)
    const ask = async () => {
      throw new Error('the database is away')
    }
    await assert.rejects(
      file.read(ask, () => 1),
      /the database is away/,
    )
    assert.deepEqual(lines, [])
  })

  it('removes temporary files of a killed process', async t => {
    const { file, path, folder, clock } = setUp(t)
    const leftover = `${path}.0000.tmp`
    writeFileSync(leftover, '')
    const old = clock.now() / 1000 - 660
    utimesSync(leftover, old, old)
    await file.read(isRight, () => 1)
    assert.deepEqual(readdirSync(folder), [])
  })
})
