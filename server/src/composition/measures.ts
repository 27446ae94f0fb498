import { bytesOf, freeBytesOf } from '../platform/files/sizes.ts'
import { createPictureCache, type PictureCacheDeps } from './picture-cache.ts'

const SNAPSHOTS = ['catalog.snapshot', 'insights.snapshot']

/** The cache of pictures, and the bytes of memory and of what stands beside the database. */
export function composeMeasures(deps: PictureCacheDeps) {
  const { dir } = deps.config.data
  const pictures = createPictureCache(deps)
  const sizes = {
    snapshots: () => bytesOf(dir, SNAPSHOTS),
    pictures: () => pictures.bytes(),
    free: () => freeBytesOf(dir),
  }
  return { pictures, sizes, memoryBytes: process.memoryUsage.rss }
}
