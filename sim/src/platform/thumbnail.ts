import { portraitSvg } from './portrait/portrait.ts'

/** A little portrait as PNG, `size` pixels square, the same for the same key. Drawn in another thread. */
export async function drawThumbnail(key: string, size: number): Promise<Buffer> {
  // Loaded when the first picture is asked for: it takes its time, and most who simulate need none.
  const { default: sharp } = await import('sharp')
  return await sharp(Buffer.from(portraitSvg(key, size)))
    .png({ compressionLevel: 6 })
    .toBuffer()
}
