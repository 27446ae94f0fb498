import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { ImageFiles, imageFileIn } from './image-files.ts'

const uuidOf = (n: number) => `5eed0000-0000-4000-8000-${String(n).padStart(12, '0')}`
const imageOf = (n: number) => `https://api.vrchat.cloud/api/1/image/file_${uuidOf(n)}/1/256`

/** A copy through a capture, of which the first `indexed` slots are in the table. */
function loaded(files: ImageFiles, size: number, indexed: number): ImageFiles {
  const copy = new ImageFiles(Uint32Array.from(files.capture(size).flatMap(piece => [...piece])))
  copy.indexSome(indexed)
  return copy
}

describe('the file that an image is of', () => {
  it('is found in ids and addresses, in lower case', () => {
    const uuid = '0A1b2c3d-0000-4000-8000-00000000abcd'
    for (const text of [
      `file_${uuid}`,
      `https://api.vrchat.cloud/api/1/file/file_${uuid}/3/file`,
      `https://api.vrchat.cloud/api/1/image/file_${uuid}/3/256`,
      `https://files.vrchat.cloud/thumbnails/file_${uuid}.9f.1.thumbnail-256.png`,
    ])
      assert.equal(imageFileIn(text), uuid.toLowerCase())
  })

  it('is null when there is no id', () => {
    for (const text of ['', 'file_', `avtr_${uuidOf(1)}`, 'file_0a1b2c3d', uuidOf(1)])
      assert.equal(imageFileIn(text), null)
  })
})

describe('slots by image file', () => {
  it('are found by their current file after any changes, also from a snapshot', async () => {
    const put = fc.tuple(fc.nat({ max: 30 }), fc.option(fc.nat({ max: 8 })))
    await fc.assert(
      fc.asyncProperty(fc.array(put, { maxLength: 120 }), async puts => {
        let files = new ImageFiles(undefined)
        const fileBySlot = new Map<number, number | null>()
        for (const [i, [slot, file]] of puts.entries()) {
          const before = fileBySlot.get(slot) ?? null
          assert.equal(files.set(slot, file === null ? '' : imageOf(file)), before !== file)
          fileBySlot.set(slot, file)
          if (i % 7 === 6) files.indexSome(slot)
          if (i % 50 === 49) files = loaded(files, 31, slot)
        }
        for (let file = 0; file <= 8; file++) {
          const expected = [...fileBySlot].filter(([, mine]) => mine === file).map(([slot]) => slot)
          assert.deepEqual(
            files.candidates(uuidOf(file)),
            expected.sort((a, b) => a - b),
          )
        }
      }),
    )
  })

  it('are found while their number grows and after many edits', () => {
    const files = new ImageFiles(undefined)
    for (let slot = 0; slot < 3000; slot++) files.set(slot, imageOf(slot))
    files.indexSome(2000)
    for (let edit = 1; edit <= 20; edit++)
      for (let slot = 0; slot < 1000; slot++) files.set(slot, imageOf(slot + edit * 10_000))
    files.indexSome(500)
    for (let slot = 0; slot < 1000; slot++) {
      assert.ok(files.candidates(uuidOf(slot + 200_000)).includes(slot))
      assert.ok(!files.candidates(uuidOf(slot)).includes(slot))
    }
    for (let slot = 1000; slot < 3000; slot++) assert.ok(files.candidates(uuidOf(slot)).includes(slot))
  })
})
