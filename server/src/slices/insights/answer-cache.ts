import type { Prepared } from '../../kernel/answer.ts'
import { VersionedCache } from '../../kernel/versioned-cache.ts'

const MAX_BYTES = 16 * 1024 * 1024

/**
 * Caches answers by query string.
 * @param version of all data that an answer contains.
 */
export function answerCache(version: () => string): VersionedCache<Prepared> {
  const sizeCalculation = ({ options }: Prepared, question: string) => options.body.length + question.length
  return new VersionedCache(version, { maxSize: MAX_BYTES, sizeCalculation })
}
