import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { createAtlasPainter } from './atlas-painter.ts'

const LAYOUT = { cellSize: 32, columns: 4, rows: 2 }
const painter = createAtlasPainter(LAYOUT)

async function pictureOf(background: string, width = 50, height = 40): Promise<Buffer> {
  return await sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer()
}

/** The mean red, green and blue of each cell, rounded to steps of 32 to hide JPEG's loss. */
async function coloursOf(atlas: Buffer): Promise<string[]> {
  const cells = Array.from({ length: LAYOUT.columns * LAYOUT.rows }, (_, cell) => cell)
  const cut = await painter.cut(atlas, cells)
  return cells.map(cell => {
    const pixels = cut!.get(cell)!
    const mean = [0, 1, 2].map(channel => {
      let sum = 0
      for (let i = channel; i < pixels.length; i += 3) sum += pixels[i]!
      return Math.round(sum / (pixels.length / 3) / 32)
    })
    return mean.join(' ')
  })
}

describe('the painter of atlases', () => {
  it('puts each picture into its cell and leaves the others empty', async () => {
    const pixels = async (colour: string) => (await painter.pixelsOf(await pictureOf(colour)))!
    const atlas = await painter.draw([
      { cell: 1, pixels: await pixels('#ff0000') },
      { cell: 6, pixels: await pixels('#0000ff') },
    ])
    const { width, height } = await sharp(atlas).metadata()
    assert.deepEqual([width, height], [128, 64])
    const none = '1 1 1'
    assert.deepEqual(await coloursOf(atlas), [none, '8 0 0', none, none, none, none, '0 0 8', none])
  })

  it('draws the same bytes each time, and fills transparent pixels', async () => {
    const pixels = (await painter.pixelsOf(await pictureOf('#ffffff00')))!
    const draw = () => painter.draw([{ cell: 0, pixels }])
    assert.ok((await draw()).equals(await draw()))
    assert.equal((await coloursOf(await draw()))[0], '1 1 1')
  })

  it('refuses bytes that are no picture, and pictures that are too large', async () => {
    assert.equal(await painter.pixelsOf(Buffer.from('no picture')), null)
    assert.equal(await painter.pixelsOf(await pictureOf('#fff', 4100, 4100)), null)
    assert.equal(await painter.cut(Buffer.from('no atlas'), [0]), null)
    assert.equal(await painter.cut(await pictureOf('#fff'), [0]), null)
  })
})
