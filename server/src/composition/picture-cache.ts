import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { MEBIBYTE } from '../kernel/bytes.ts'
import type { SystemDeps } from '../kernel/system-deps.ts'
import { FileCache } from '../platform/files/file-cache.ts'

export interface PictureCacheDeps extends Pick<SystemDeps, 'clock' | 'log'> {
  config: Pick<Config, 'images' | 'data'>
}

/** The cache of pictures, in a folder shared by all processes. */
export function createPictureCache({ config: { images, data }, clock, log }: PictureCacheDeps): FileCache {
  const maxBytes = images.cacheMegabytes * MEBIBYTE
  return new FileCache({ folder: join(data.dir, 'pictures'), maxBytes, clock, log })
}
