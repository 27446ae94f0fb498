const MAX_PIXELS = 4096 * 4096

/** Loaded lazily: loading takes long, and many processes need no picture. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  return sharp
}

/** Opens a picture of unknown origin, which may be huge. */
export async function openPicture(picture: Buffer) {
  const sharp = await loadSharp()
  return sharp(picture, { limitInputPixels: MAX_PIXELS })
}
