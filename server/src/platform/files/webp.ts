/** Looks like the original in a tenth of the bytes of a PNG. */
const WEBP = { quality: 80, effort: 3 } as const
const LARGEST = 4096 * 4096

/** Makes a WebP of a picture, in another thread; null when the picture cannot be read or moves. */
export async function toWebp(picture: Buffer): Promise<Buffer | null> {
  // Loading takes long, and a process may have no picture to make.
  const { default: sharp } = await import('sharp')
  try {
    const image = sharp(picture, { limitInputPixels: LARGEST })
    const { pages = 1 } = await image.metadata()
    return pages > 1 ? null : await image.webp(WEBP).toBuffer()
  } catch {
    return null
  }
}
