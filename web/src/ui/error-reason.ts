import { Refusal, type RefusalCode } from '../lib/api.ts'

/**
 * Says why something failed.
 *
 * @param invalid says that the value of a field is not allowed.
 */
export function errorReason(
  error: unknown,
  reasons: Readonly<Record<RefusalCode, string>>,
  invalid: (field: string) => string,
): string {
  if (!(error instanceof Refusal)) return reasons.unexpected_answer
  if (error.field !== null) return invalid(error.field)
  return reasons[error.code] ?? reasons.unexpected_answer
}
