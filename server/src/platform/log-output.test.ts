import assert from 'node:assert/strict'
import { closeSync, openSync, write } from 'node:fs'
import { describe, it } from 'node:test'
import { LogOutput, type WriteBytes } from './log-output.ts'

/** A sink whose writes the test completes one by one. */
function sink() {
  const writes: { text: string; end: (outcome: string | number) => void }[] = []
  const write: WriteBytes = (bytes, offset, done) => {
    const end = (outcome: string | number) =>
      typeof outcome === 'number'
        ? done(null, outcome)
        : done(Object.assign(new Error(outcome), { code: outcome }), 0)
    writes.push({ text: bytes.subarray(offset).toString(), end })
  }
  return { output: new LogOutput(write), writes }
}

describe('the output of the log', () => {
  it('writes lines in order, and those that came during a write together', () => {
    const { output, writes } = sink()
    output.write('one\n')
    output.write('two\n')
    output.write('three\n')
    writes[0]!.end(4)
    assert.deepEqual(
      writes.map(({ text }) => text),
      ['one\n', 'two\nthree\n'],
    )
    writes[1]!.end(10)
    output.write('four\n')
    assert.equal(writes[2]!.text, 'four\n')
    assert.equal(output.droppedCount, 0)
  })

  it('drops and counts lines while the disk is full, and writes again when there is space', () => {
    const { output, writes } = sink()
    output.write('one\n')
    output.write('two\n')
    output.write('three\n')
    writes[0]!.end('ENOSPC')
    writes[1]!.end('ENOSPC')
    assert.equal(output.droppedCount, 3)
    output.write('four\n')
    assert.equal(writes[2]!.text, 'four\n')
    writes[2]!.end(5)
    assert.equal(output.droppedCount, 3)
  })

  it('ends a line of which only a part was written, so that the next one can be read', () => {
    const { output, writes } = sink()
    output.write('first\n')
    writes[0]!.end(2)
    writes[1]!.end('ENOSPC')
    output.write('second\n')
    assert.equal(writes[2]!.text, '\nsecond\n')
    writes[2]!.end('ENOSPC')
    output.write('third\n')
    assert.equal(writes[3]!.text, '\nthird\n')
    writes[3]!.end(7)
    assert.equal(output.droppedCount, 2)
  })

  it('buffers a megabyte for a slow sink, and drops the rest', () => {
    const { output, writes } = sink()
    const line = `${'x'.repeat(1023)}\n`
    for (let i = 0; i < 3000; i++) output.write(line)
    assert.equal(output.droppedCount, 3000 - 1024)
    writes[0]!.end(line.length)
    assert.equal(writes[1]!.text.length, 1023 * 1024)
    output.write(line)
    assert.equal(output.droppedCount, 3000 - 1024)
  })

  it('may be a device that fails every write, and the process does not wait for it', async () => {
    const full = openSync('/dev/full', 'w')
    const failed = Promise.withResolvers<void>()
    const output = new LogOutput((bytes, offset, done) =>
      write(full, bytes, offset, (error, written) => {
        done(error, written)
        failed.resolve()
      }),
    )
    output.write('lost\n')
    await failed.promise
    closeSync(full)
    assert.equal(output.droppedCount, 1)
  })
})
