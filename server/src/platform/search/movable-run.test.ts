import assert from 'node:assert/strict'
import { it } from 'node:test'
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import { indexDocument } from '../../../tests/support/search/index-document.ts'
import { joinRuns } from './base-task.ts'
import { copyArrays, moveRun } from './movable-run.ts'
import { type Run, runOf } from './run.ts'
import { TailDocuments } from './tail-documents.ts'

/**
 * Transfers a run.
 * @returns the copy as the sender still has it, and as it was received.
 */
function move(run: Run): { left: Run; received: Run } {
  const { port1, port2 } = new MessageChannel()
  const sent: Run[] = []
  moveRun(run, {
    postMessage: (copy, buffers) => {
      sent.push(copy)
      port1.postMessage(copy, buffers)
    },
  })
  const { message } = receiveMessageOnPort(port2)!
  port1.close()
  return { left: sent[0]!, received: message }
}

function buffersOf({ sections, replaced }: Run): ArrayBufferLike[] {
  const arrays = [sections, ...Object.values(sections.dictionaries)].flatMap((part): unknown[] =>
    Object.values(part),
  )
  return [replaced, ...arrays.filter(array => ArrayBuffer.isView(array))].map(({ buffer }) => buffer)
}

function runFrom(firstSlot: number): Run {
  const tail = TailDocuments.create()
  for (let i = firstSlot; i < firstSlot + 50; i++) tail.add(i, indexDocument(i, { tags: ['fox'] }))
  return runOf(tail.freeze())
}

it('a moved run leaves no memory with its sender', () => {
  const run = runFrom(0)
  const { left, received } = move(run)
  assert.deepEqual(received, run)
  for (const buffer of buffersOf(left)) assert.ok(buffer instanceof ArrayBuffer && buffer.detached)
})

it('joining moved runs frees their texts and columns, and makes the same base', () => {
  const runs = [0, 50].map(runFrom)
  const movable = runs.map(run => move(run).received)
  const expected = joinRuns(runs)
  assert.deepEqual(joinRuns(movable), expected)
  assert.deepEqual(joinRuns(runs), expected, 'shared runs stay')
  for (const { sections } of movable)
    for (const { byteLength } of [
      sections.forward,
      sections.nameBytes,
      sections.ids,
      sections.addedAt,
      ...Object.values(sections.dictionaries).flatMap(dictionary => Object.values(dictionary)),
    ])
      assert.equal(byteLength, 0)
})

it('transferred arrays that glibc would retain after a free have pages of their own', () => {
  const arrays = {
    few: new Uint8Array(100),
    many: new Uint32Array(16_384).fill(7),
    bytes: Buffer.alloc(40_000, 1),
  }
  const { value, buffers } = copyArrays(arrays)
  assert.deepEqual(value, { ...arrays, bytes: new Uint8Array(arrays.bytes) })
  assert.deepEqual(
    buffers.map(({ byteLength }) => byteLength),
    [100, 131_072, 131_072],
  )
})
