import type { AtlasPainter, CellPicture } from '../../slices/static-export/index.ts'
import { loadSharp, openPicture } from './open-picture.ts'

export interface AtlasForm {
  /** Width and height of a cell in pixels. */
  cellSize: number
  columns: number
  rows: number
}

/** Red, green and blue. */
const CHANNELS = 3
/** Shown behind transparent pictures and in empty cells. */
const BACKGROUND = { r: 32, g: 32, b: 40 }
/** At the size of a cell this looks like the original in a tenth of its bytes. Not progressive, for simple decoders. */
const JPEG = { quality: 84, chromaSubsampling: '4:2:0', progressive: false } as const

/**
 * Draws atlases as JPEG. Cells are multiples of 16 pixels, the size of JPEG's blocks, so that no cell affects another
 * (JPEG A.1).
 */
export function createAtlasPainter({ cellSize, columns, rows }: AtlasForm): AtlasPainter {
  const width = columns * cellSize
  const rowBytes = cellSize * CHANNELS
  const raw = { width, height: rows * cellSize, channels: CHANNELS } as const

  /** Calls `copy` for each row of pixels with its offsets in an atlas and in one of its cells. */
  const forEachPixelRow = (cell: number, copy: (atlasAt: number, cellAt: number) => void) => {
    const left = (cell % columns) * cellSize
    const top = Math.floor(cell / columns) * cellSize
    for (let y = 0; y < cellSize; y++) copy(((top + y) * width + left) * CHANNELS, y * rowBytes)
  }

  return {
    async pixelsOf(picture) {
      try {
        const image = await openPicture(picture)
        return await image
          .resize(cellSize, cellSize, { fit: 'cover' })
          .flatten({ background: BACKGROUND })
          .toColourspace('srgb')
          .removeAlpha()
          .raw()
          .toBuffer()
      } catch {
        return null
      }
    },

    async cut(atlas, cells) {
      let pixels: Buffer
      try {
        pixels = await (await openPicture(atlas)).removeAlpha().raw().toBuffer()
      } catch {
        return null
      }
      if (pixels.length !== raw.width * raw.height * CHANNELS) return null
      return new Map(
        cells.map(cell => {
          const cellPixels = Buffer.allocUnsafe(cellSize * rowBytes)
          forEachPixelRow(cell, (from, to) => pixels.copy(cellPixels, to, from, from + rowBytes))
          return [cell, cellPixels]
        }),
      )
    },

    async draw(cells: readonly CellPicture[]) {
      const { r, g, b } = BACKGROUND
      const pixels = Buffer.alloc(raw.width * raw.height * CHANNELS, Buffer.from([r, g, b]))
      for (const { cell, pixels: cellPixels } of cells)
        forEachPixelRow(cell, (to, from) => cellPixels.copy(pixels, to, from, from + rowBytes))
      const sharp = await loadSharp()
      return await sharp(pixels, { raw }).jpeg(JPEG).toBuffer()
    },
  }
}
