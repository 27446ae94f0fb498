import type { CatalogView } from '../../avatars/index.ts'
import { getOrInsert } from '../../kernel/get-or-insert.ts'
import type { SystemDeps } from '../../kernel/system-deps.ts'
import type { FileUpstream } from '../../kernel/upstream.ts'
import { imageHandlers } from './handlers.ts'
import { Pictures, type PicturesDeps } from './pictures.ts'
import type { FileCache } from './ports.ts'

/** Maximum size in bytes; all thumbnails are smaller. */
const MAX_PICTURE_BYTES = 4 * 1024 * 1024
/** Its times are short, because somebody waits for the page. */
const UPSTREAM_OPTIONS = {
  limits: { headMs: 5000, responseMs: 10_000, maxBodyBytes: MAX_PICTURE_BYTES },
  retry: { maxAttempts: 2, firstPauseMs: 250, longestPauseMs: 1000, totalMs: 12_000 },
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
  /** The longest time a fetch may be delayed; defaults to a few seconds. */
  longestWaitMs?: number
}

/**
 * Serves pictures of avatars from a cache on disk. Missing ones are fetched from the platform's hosts at a limited
 * pace.
 */
export function openImages(deps: OpenImagesDeps) {
  const { view, cache, config, upstreams } = deps
  const upstreamByOrigin = new Map<string, FileUpstream>()
  const upstreamOf = (origin: string): FileUpstream => {
    const name = `pictures at ${new URL(origin).hostname}`
    return getOrInsert(upstreamByOrigin, origin, () =>
      upstreams.open({ name, baseUrl: origin, ...UPSTREAM_OPTIONS }),
    )
  }
  const { apiUrl } = config.platform
  const pictures = new Pictures({ ...deps, upstreamOf, apiUrl, perMinute: config.images.fetchesPerMinute })
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
