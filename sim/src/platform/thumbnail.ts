import { portraitSvg } from './portrait/portrait.ts'

/** Draws a portrait as PNG, `size` pixels wide and 4:3 as the platform's pictures, in another thread; equal keys give equal pictures. */
export async function drawThumbnail(key: string, size: number): Promise<Buffer> {
  // Loading takes long, and most simulations need no picture.
  const { default: sharp } = await import('sharp')
  return await sharp(Buffer.from(portraitSvg(key, size)))
    // A higher level takes a quarter longer, for bytes that stay on one machine.
    .png({ compressionLevel: 1 })
    .toBuffer()
}
