import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { toWebp } from './webp.ts'

const BLANK = { width: 256, height: 192, channels: 3, background: { r: 200, g: 90, b: 30 } } as const

describe('a WebP of a picture', () => {
  it('has its size', async () => {
    const picture = await toWebp(await sharp({ create: BLANK }).png().toBuffer())
    const { format, width, height } = await sharp(picture!).metadata()
    assert.deepEqual([format, width, height], ['webp', 256, 192])
  })

  it('is not made of bytes that are not a picture, nor of an animation', async () => {
    assert.equal(await toWebp(Buffer.from('<html>')), null)
    const frames = Buffer.concat(Array.from({ length: 4 }, (_, i) => Buffer.alloc(16 * 16 * 3, i * 60)))
    const raw = { width: 16, height: 64, channels: 3, pageHeight: 16 } as const
    assert.equal(await toWebp(await sharp(frames, { raw }).gif().toBuffer()), null)
  })
})
