import { Refusal, type RefusalCode } from '../lib/api.ts'

/** Messages for error codes, as visitors read them. */
export type Errors = Readonly<Record<RefusalCode, string>>

/** The messages that are loaded by now. */
export type SomeErrors = Partial<Errors> & Pick<Errors, 'unexpected_answer'>

/** Names of fields as a form labels them, by their names in the contract. */
export type FieldNames = Readonly<Record<string, string>>

/** Matches the array index at the end of a field's path. */
const INDEX = /\[\d+\]$/

/**
 * The message for an error.
 * @param invalid formats the message for an invalid field.
 * @param names of fields as a form labels them, by their names in the contract.
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
