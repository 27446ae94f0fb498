import assert from 'node:assert/strict'
import { it } from 'node:test'
import { FakeView } from '../../tests/support/fake-view.ts'
import { BufferPool } from '../kernel/buffer-pool.ts'
import { JsonWriter } from '../kernel/json-writer.ts'
import { AVATAR_SHAPE, type AvatarShape, writeAvatars } from './shape.ts'

it('a list prefetches each avatar once, shortly before writing it', () => {
  const slots = Array.from({ length: 150 }, (_, i) => 149 - i)
  const prefetched: number[] = []
  const written: number[] = []
  class RecordingView extends FakeView {
    override prefetch(all: ArrayLike<number>, from: number, to: number): void {
      assert.equal(from, written.length)
      assert.ok(to - from <= 64)
      prefetched.push(...Array.from(all).slice(from, to))
    }
    override write(shape: AvatarShape, slot: number, out: JsonWriter): void {
      written.push(slot)
      super.write(shape, slot, out)
    }
  }
  const json = writeAvatars(new RecordingView(150), AVATAR_SHAPE, slots, new JsonWriter())
    .toBuffer()
    .toString()
  assert.deepEqual([prefetched, written], [slots, slots])
  assert.deepEqual(
    JSON.parse(json),
    slots.map(slot => ({ id: `avtr_${slot}` })),
  )
})

it('a long list fits in the memory that was reserved for it', () => {
  const memory = new BufferPool()
  const slots = Array.from({ length: 500 }, (_, i) => i)
  writeAvatars(new FakeView(500), AVATAR_SHAPE, slots, new JsonWriter(16, memory))
  assert.equal(memory.take(1).length, 1)
})
