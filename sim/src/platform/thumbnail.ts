import { portraitSvg } from './portrait/portrait.ts'

/** The platform's pictures are PNG. WebP needs no conversion for browsers, and a twentieth of the bytes. */
export type ThumbnailFormat = 'png' | 'webp'

/**
 * Draws a portrait in another thread, `size` pixels wide and 4:3 as the platform's pictures; equal keys yield equal
 * pictures.
 */
export async function drawThumbnail(
  key: string,
  size: number,
  format: ThumbnailFormat = 'png',
): Promise<Buffer> {
  // Loaded lazily: loading takes long, and most simulations need no picture.
  const { default: sharp } = await import('sharp')
  const image = sharp(Buffer.from(portraitSvg(key, size)))
  // Higher levels and efforts take longer, to save bytes that never leave the machine.
  const picture =
    format === 'png' ? image.png({ compressionLevel: 1 }) : image.removeAlpha().webp({ effort: 2 })
  return await picture.toBuffer()
}
