import { join } from 'node:path'
import type { CatalogView } from '../avatars/index.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { FileUpstream, Upstreams } from '../kernel/upstream.ts'
import { FileCache } from '../platform/files/file-cache.ts'
import { imageHandlers, Pictures } from '../slices/images/index.ts'
import type { Part } from './part.ts'

const MEBIBYTE = 1024 * 1024
/** No thumbnail is larger; some that the platform has in one size only come close. */
const LARGEST_PICTURE = 4 * MEBIBYTE
/** Somebody looks at the page: soon, or not now. */
const LIMITS = { headMs: 5000, wholeMs: 10_000, largestBody: LARGEST_PICTURE }
const RETRY = { tries: 2, firstPauseMs: 250, longestPauseMs: 1000, totalMs: 12_000 }

export interface ImagesDeps {
  config: Pick<Config, 'images' | 'platform' | 'data'>
  clock: Clock
  log: Log
  upstreams: Upstreams
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** Longest that a fetch waits for its turn; a few seconds by default. */
  longestWaitMs?: number
}

/** Pictures of avatars put together: a cache on disk before the platform's hosts, which are asked at a pace of their own. */
export function openPictures({ config, clock, log, upstreams, sleep, ...patience }: ImagesDeps) {
  const { images, platform, data } = config
  const opened = new Map<string, FileUpstream>()
  const hosts = (origin: string): FileUpstream => {
    let host = opened.get(origin)
    if (host === undefined) {
      const name = `pictures at ${new URL(origin).hostname}`
      host = upstreams.open({ name, baseUrl: origin, limits: LIMITS, retry: RETRY })
      opened.set(origin, host)
    }
    return host
  }
  const mostBytes = images.cacheMegabytes * MEBIBYTE
  const cache = new FileCache({ folder: join(data.dir, 'pictures'), mostBytes, clock, log })
  const { fetchesPerMinute: perMinute } = images
  const { apiUrl } = platform
  const pictures = new Pictures({ cache, hosts, apiUrl, perMinute, clock, sleep, ...patience })
  const close = async () => {
    await pictures.close()
    await cache.settled()
  }
  return { pictures, close }
}

/** What answers the routes of pictures. */
export function composeImages(deps: ImagesDeps & { view: CatalogView }): Part {
  const { view, ...rest } = deps
  const { pictures, close } = openPictures(rest)
  const handlers = imageHandlers({ view, pictures })
  return {
    handlers,
    interrupt: () => void pictures.close(),
    settle: close,
  }
}
