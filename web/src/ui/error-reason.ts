import { Refusal, type RefusalCode } from '../lib/api.ts'

/** Reasons of refusals, as visitors read them. */
export type Errors = Readonly<Record<RefusalCode, string>>

/** Those of them that a page has by now. */
export type SomeErrors = Partial<Errors> & Pick<Errors, 'unexpected_answer'>

/**
 * Says why something failed.
 *
 * @param invalid says that the value of a field is not allowed.
 */
export function errorReason(error: unknown, reasons: SomeErrors, invalid: (field: string) => string): string {
  if (!(error instanceof Refusal)) return reasons.unexpected_answer
  if (error.field !== null) return invalid(error.field)
  return reasons[error.code] ?? reasons.unexpected_answer
}
