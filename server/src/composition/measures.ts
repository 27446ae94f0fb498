import { bytesOf, freeBytesOf } from '../platform/files/sizes.ts'
import { SNAPSHOT_FILES } from '../platform/read-model/snapshot-metrics.ts'
import { createPictureCache, type PictureCacheDeps } from './picture-cache.ts'

const SNAPSHOTS = Object.values(SNAPSHOT_FILES)

/** Makes the cache of pictures, and the metrics of memory and of files beside the database. */
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
