import type { CatalogView } from '../../avatars/index.ts'
import { getOrInsert } from '../../kernel/get-or-insert.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import type { FileUpstream } from '../../kernel/upstream.ts'
import { imageHandlers } from './handlers.ts'
import { Pictures, type PicturesDeps } from './pictures.ts'
import type { FileCache } from './ports.ts'

/** Bytes; no thumbnail is larger. */
const MAX_PICTURE = 4 * 1024 * 1024
/** Short, as somebody waits for the page. */
const UPSTREAM_OPTIONS = {
  limits: { headMs: 5000, wholeMs: 10_000, largestBody: MAX_PICTURE },
  retry: { attempts: 2, firstPauseMs: 250, longestPauseMs: 1000, totalMs: 12_000 },
}

interface OpenImagesDeps
  extends Pick<SystemDeps, 'clock' | 'upstreams' | 'sleep'>,
    Pick<PicturesDeps, 'toWebp' | 'cores'> {
  view: CatalogView
  cache: FileCache
  config: {
    readonly images: { readonly fetchesPerMinute: number }
    readonly platform: { readonly apiUrl: string }
  }
  /** Longest that a fetch waits for its turn; a few seconds by default. */
  longestWaitMs?: number
}

/** Pictures of avatars: a cache on disk before the platform's hosts, which are asked at a pace of their own. */
export function openImages(deps: OpenImagesDeps) {
  const { view, cache, config, upstreams } = deps
  const opened = new Map<string, FileUpstream>()
  const hosts = (origin: string): FileUpstream => {
    const name = `pictures at ${new URL(origin).hostname}`
    return getOrInsert(opened, origin, () => upstreams.open({ name, baseUrl: origin, ...UPSTREAM_OPTIONS }))
  }
  const { apiUrl } = config.platform
  const pictures = new Pictures({ ...deps, hosts, apiUrl, perMinute: config.images.fetchesPerMinute })
  return {
    pictures,
    handlers: imageHandlers({ view, pictures }),
    interrupt: () => void pictures.close(),
    settle: async () => {
      await pictures.close()
      await cache.settled()
    },
  }
}
