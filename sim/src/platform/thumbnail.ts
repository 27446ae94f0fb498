import { portraitSvg } from './portrait/portrait.ts'

/**
 * Draws a portrait as PNG in another thread, `size` pixels wide and 4:3 as the platform's pictures; equal keys yield
 * equal pictures.
 */
export async function drawThumbnail(key: string, size: number): Promise<Buffer> {
  // Loaded lazily: loading takes long, and most simulations need no picture.
  const { default: sharp } = await import('sharp')
  return await sharp(Buffer.from(portraitSvg(key, size)))
    // Higher levels take a quarter longer, to save bytes that never leave the machine.
    .png({ compressionLevel: 1 })
    .toBuffer()
}
