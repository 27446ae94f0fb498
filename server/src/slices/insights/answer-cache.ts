import type { Prepared } from '../../kernel/answer.ts'
import { cachedBytes } from '../../kernel/cacheable-answer.ts'
import { VersionedCache } from '../../kernel/versioned-cache.ts'

/** Maximum size of cached answers, with everything that they keep in memory. */
const MAX_BYTES = 32 * 1024 * 1024

/**
 * Caches answers by query string.
 * @param version version of all data that an answer contains.
 */
export function answerCache(version: () => string): VersionedCache<Prepared> {
  return new VersionedCache(version, { maxSize: MAX_BYTES, sizeCalculation: cachedBytes })
}
