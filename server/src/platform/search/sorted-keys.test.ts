import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { keyBytes } from './key-bytes.ts'
import { SortedKeys } from './sorted-keys.ts'

/** Few distinct characters, of one to three bytes, so that many keys have common prefixes longer than a head. */
const TEXT = fc.string({ unit: fc.constantFrom('\0', 'a', 'b', 'é', '猫', '\uffff'), maxLength: 9 })

describe('sorted keys', () => {
  it('find a key, and those that start with it, as a comparison of all does', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(TEXT, { maxLength: 400 }),
        fc.array(TEXT, { maxLength: 9 }),
        (known, otherTexts) => {
          const texts = known.toSorted()
          const keys = sortedKeys(texts)
          for (const text of [...texts, ...otherTexts]) {
            assert.deepEqual(
              keys.range(keyBytes(text), false),
              rangeOf(texts, text, each => each === text),
            )
            assert.deepEqual(
              keys.range(keyBytes(text), true),
              rangeOf(texts, text, each => each.startsWith(text)),
            )
          }
        },
      ),
    )
  })

  it('compare few keys besides the heads', () => {
    const texts = Array.from({ length: 5000 }, (_, i) => `w${String(i).padStart(5, '0')}`)
    let reads = 0
    const offsets = sections(texts).offsets
    const counted = new Proxy(offsets, {
      get: (target, at) => {
        if (typeof at === 'string' && /^\d+$/.test(at)) reads++
        return Reflect.get(target, at)
      },
    })
    const keys = new SortedKeys({ ...sections(texts), offsets: counted })
    keys.range(keyBytes('w00000'), false)
    reads = 0
    assert.deepEqual(keys.range(keyBytes('w03456'), false), [3456, 3457])
    assert.ok(reads <= 16, `${reads} offsets were read`)
  })
})

function sortedKeys(texts: readonly string[]): SortedKeys {
  return new SortedKeys(sections(texts))
}

function sections(texts: readonly string[]): { bytes: Uint8Array; offsets: Uint32Array } {
  const keys = texts.map(keyBytes)
  const offsets = new Uint32Array(keys.length + 1)
  for (const [i, key] of keys.entries()) offsets[i + 1] = offsets[i]! + key.length
  return { bytes: Buffer.concat(keys), offsets }
}

/**
 * The range of the texts for which `isIn` is true. When there is none, the place of the first text that is not before
 * `text`.
 */
function rangeOf(
  texts: readonly string[],
  text: string,
  isIn: (each: string) => boolean,
): [from: number, to: number] {
  const from = texts.filter(each => each < text).length
  return [from, from + texts.filter(isIn).length]
}
