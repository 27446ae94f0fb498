import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
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
    assert.deepEqual(readdirSync(dirname(path)), [])
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
  it('is never that of another process, whose unfinished one stays unless it was left long ago', async t => {
    const path = fileIn(t)
    const [left, live] = [`${path}.1.part`, `${path}.2.part`]
    for (const part of [left, live]) writeFileSync(part, 'half')
    utimesSync(left, 0, 0)
    await writeFileAtomically(path, async out => void out.write('whole'))
    assert.equal(readFileSync(path, 'utf8'), 'whole')
    assert.deepEqual(readdirSync(dirname(path)).toSorted(), ['file', 'file.2.part'])
    assert.equal(readFileSync(live, 'utf8'), 'half')
  })

  it('replaces no folder, no device and no database', async t => {
    const path = fileIn(t)
    writeFileSync(path, 'SQLite format 3\0…')
    const replacing = (name: string) => writeFileAtomically(name, () => new Promise(() => {}))
    await assert.rejects(replacing(path), new CommandError(`${path} is a database; give another file.`))
    await assert.rejects(replacing(dirname(path)), /is a folder; give a file/)
    // The new name of a temporary file beside it would take the place of the socket.
    const socketPath = join(dirname(path), 'socket')
    await using socket = createServer().listen(socketPath)
    await once(socket, 'listening')
    await assert.rejects(replacing(socketPath), /is not a plain file/)
  })
})
