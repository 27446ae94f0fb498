import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { FileCache } from '../platform/files/file-cache.ts'

const MEBIBYTE = 1024 * 1024

export interface PictureCacheDeps {
  config: Pick<Config, 'images' | 'data'>
  clock: Clock
  log: Log
}

/** Caches pictures in a folder that all processes share. */
export function createPictureCache({ config: { images, data }, clock, log }: PictureCacheDeps): FileCache {
  const maxBytes = images.cacheMegabytes * MEBIBYTE
  return new FileCache({ folder: join(data.dir, 'pictures'), maxBytes, clock, log })
}
