import type { Prepared } from '../../kernel/answer.ts'
import { VersionedCache } from '../../kernel/versioned-cache.ts'

/** Bytes of answers kept. */
const MOST_BYTES = 16 * 1024 * 1024

/** Answers to questions that were asked before. @param version of everything that goes into an answer. */
export function keepAnswers(version: () => string): VersionedCache<Prepared> {
  const sizeCalculation = ({ options }: Prepared, question: string) => options.body.length + question.length
  return new VersionedCache(version, { maxSize: MOST_BYTES, sizeCalculation })
}
