import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { describe, it, type TestContext } from 'node:test'
import { testFolder } from '../../tests/support/temp-folder.ts'
import { writeFileAtomically } from './atomic-file.ts'
import { CommandError } from './exit.ts'

function fileIn(t: TestContext): string {
  return join(testFolder(t, 'atomic-file'), 'file')
}

describe('a file that is written atomically', () => {
  it('has the written content, whether or not the stream was ended', async t => {
    const path = fileIn(t)
    await writeFileAtomically(path, async out => void out.write('open'))
    assert.equal(readFileSync(path, 'utf8'), 'open')
    await writeFileAtomically(path, async out => void out.end('ended'))
    assert.equal(readFileSync(path, 'utf8'), 'ended')
  })

  it('does not exist when its source fails after the last byte', async t => {
    const path = fileIn(t)
    const failing = writeFileAtomically(path, async out => {
      out.end('all of it')
      await finished(out)
      throw new Error('the source failed')
    })
    await assert.rejects(failing, /the source failed/)
    assert.deepEqual([existsSync(path), existsSync(`${path}.part`)], [false, false])
  })

  it('fails with its path when it cannot be written, without waiting for its source', async t => {
    const path = join(fileIn(t), 'in-no-folder')
    const failing = writeFileAtomically(path, () => new Promise(() => {}))
    await assert.rejects(failing, (error: Error) => {
      assert.ok(error instanceof CommandError)
      assert.match(error.message, /in-no-folder cannot be written: ENOENT/)
      return true
    })
  })
})
