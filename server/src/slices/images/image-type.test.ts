import assert from 'node:assert/strict'
import { it } from 'node:test'
import sharp from 'sharp'
import { imageTypeOf } from './image-type.ts'

for (const format of ['png', 'jpeg', 'webp', 'gif'] as const)
  it(`a complete ${format} is recognised by its bytes, and a truncated one is not`, async () => {
    const create = { width: 300, height: 300, channels: 3, background: '#369' } as const
    const bytes = await sharp({ create }).toFormat(format).toBuffer()
    assert.equal(imageTypeOf(bytes), `image/${format}`)
    assert.equal(imageTypeOf(bytes.subarray(0, Math.ceil(bytes.length / 2))), null)
  })

it('bytes that are not a picture, or could carry a script, are not served', () => {
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
