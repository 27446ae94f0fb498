import type { Prepared } from '../../kernel/answer.ts'
import { cachedBytes } from '../../kernel/cacheable-answer.ts'
import { VersionedCache } from '../../kernel/versioned-cache.ts'

/** Bytes of cached answers with all that they keep. */
const MAX_BYTES = 32 * 1024 * 1024

/**
 * Caches answers by query string.
 * @param version of all data that an answer contains.
 */
export function answerCache(version: () => string): VersionedCache<Prepared> {
  return new VersionedCache(version, { maxSize: MAX_BYTES, sizeCalculation: cachedBytes })
}
