import { Refusal, type RefusalCode } from '../lib/api.ts'

/** Reasons of refusals, as visitors read them. */
export type Errors = Readonly<Record<RefusalCode, string>>

/** Those of them that a page has by now. */
export type SomeErrors = Partial<Errors> & Pick<Errors, 'unexpected_answer'>

/** Names of fields as a form writes them, by those of the contract. */
export type FieldNames = Readonly<Record<string, string>>

/** The place in a list, at the end of a field's path. */
const INDEX = /\[\d+\]$/

/**
 * Says why something failed.
 *
 * @param invalid says that the value of a field is not allowed.
 * @param names of fields, by those of the contract.
 */
export function errorReason(
  error: unknown,
  reasons: SomeErrors,
  invalid: (field: string) => string,
  names: FieldNames = {},
): string {
  if (!(error instanceof Refusal)) return reasons.unexpected_answer
  if (error.field !== null) return invalid(names[error.field.replace(INDEX, '')] ?? error.field)
  return reasons[error.code] ?? reasons.unexpected_answer
}
