import assert from 'node:assert/strict'
import { it } from 'node:test'
import sharp from 'sharp'
import { imageTypeOf } from './image-type.ts'

for (const format of ['png', 'jpeg', 'webp', 'gif'] as const)
  it(`a whole ${format} is told by its bytes, and a part of one is none`, async () => {
    const create = { width: 300, height: 300, channels: 3, background: '#369' } as const
    const bytes = await sharp({ create }).toFormat(format).toBuffer()
    assert.equal(imageTypeOf(bytes), `image/${format}`)
    assert.equal(imageTypeOf(bytes.subarray(0, Math.ceil(bytes.length / 2))), null)
  })

it('what is no picture, or could carry a script, is not served as one', () => {
  for (const text of [
    '',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<html>',
    '{"error":1}',
    'RIFF',
    'GIF89a',
  ])
    assert.equal(imageTypeOf(Buffer.from(text)), null, text)
})
