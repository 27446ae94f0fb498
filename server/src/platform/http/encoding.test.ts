import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { chooseEncoding, compress } from './encoding.ts'

const LARGE = 10_000

const CHOICES: readonly [string | undefined, string][] = [
  [undefined, 'identity'],
  ['', 'identity'],
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br; q=0.5 , gzip ;Q=0.8', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000, gzip;q=0', 'identity'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', 'identity'],
  ['identity', 'identity'],
  ['identity, br;q=0.9', 'identity'],
  ['identity;q=0.5, gzip;q=0.4', 'identity'],
  ['identity;q=0.5, gzip', 'gzip'],
  ['identity;q=0, gzip;q=0.001', 'gzip'],
  ['deflate, zstd', 'identity'],
  ['br;q=2', 'identity'],
  ['br;q=-1, gzip;q=nonsense', 'identity'],
  ['br;level=5', 'br'],
  [',,;;=,', 'identity'],
]

describe('the encoding of an answer', () => {
  for (const [header, encoding] of CHOICES) {
    it(`is ${encoding} for ${header === undefined ? 'no Accept-Encoding' : `"${header}"`}`, () => {
      assert.equal(chooseEncoding(header, LARGE), encoding)
    })
  }

  it('is `identity` for an answer of one packet, unless the client refuses it', () => {
    assert.equal(chooseEncoding('br, gzip', 1399), 'identity')
    assert.equal(chooseEncoding('br, gzip', 1400), 'br')
    assert.equal(chooseEncoding('br, identity;q=0', 10), 'br')
    assert.equal(chooseEncoding('gzip, *;q=0', 10), 'gzip')
  })

  it('is never one that the client forbids', () => {
    fc.assert(
      fc.property(fc.string(), header => {
        assert.ok(['identity', 'br', 'gzip'].includes(chooseEncoding(header, LARGE)))
      }),
    )
  })
})

/** True when a promise settles before the event loop's next turn. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let hasSettled = false
  void promise.then(() => {
    hasSettled = true
  })
  await null
  return hasSettled
}

describe('compressing', () => {
  it('keeps the bytes, of small and large bodies', async () => {
    for (const bytes of [1, 20_000, 64 * 1024, 64 * 1024 + 1, 500_000, 2_000_000]) {
      const body = Buffer.from('avatar,'.repeat(bytes)).subarray(0, bytes)
      const [brotli, gzip] = [compress(body, 'br'), compress(body, 'gzip')]
      assert.equal(await isSettled(brotli), bytes <= 64 * 1024)
      assert.equal(await isSettled(gzip), bytes <= 64 * 1024)
      assert.ok(brotliDecompressSync(await brotli).equals(body))
      assert.ok(gunzipSync(await gzip).equals(body))
    }
  })

  it('returns bytes with memory of their own, as answers keep them', async () => {
    for (const bytes of [2000, 100_000]) {
      const body = Buffer.alloc(bytes, 'avatar,')
      for (const encoding of ['br', 'gzip'] as const) {
        const compressed = await compress(body, encoding)
        assert.equal(compressed.buffer.byteLength, compressed.length)
      }
    }
  })
})
