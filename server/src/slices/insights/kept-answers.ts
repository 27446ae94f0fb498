import type { Prepared } from '../../kernel/answer.ts'
import { KeptValues } from '../../kernel/kept-values.ts'

/** Bytes of answers kept. */
const MOST_BYTES = 16 * 1024 * 1024

/** Answers to questions that were asked before. @param version of everything that goes into an answer. */
export function keepAnswers(version: () => string): KeptValues<Prepared> {
  const sizeCalculation = ({ options }: Prepared, question: string) => options.body.length + question.length
  return new KeptValues(version, { maxSize: MOST_BYTES, sizeCalculation })
}
