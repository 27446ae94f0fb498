import { Refusal, type RefusalCode } from '../lib/api.ts'

/** Messages for error codes, as visitors read them. */
export type Errors = Readonly<Record<RefusalCode, string>>

/** The messages that are loaded by now. */
export type SomeErrors = Partial<Errors> & Pick<Errors, 'unexpected_answer'>

/** Names of fields as a form labels them, by their names in the contract. */
export type FieldNames = Readonly<Record<string, string>>

/** Matches the array index at the end of a field's path. */
const ARRAY_INDEX = /\[\d+\]$/

/**
 * The message for an error.
 * @param invalidText returns the message for an invalid field.
 */
export function errorReason(
  error: unknown,
  messages: SomeErrors,
  invalidText: (fieldName: string) => string,
  fieldNames: FieldNames = {},
): string {
  if (!(error instanceof Refusal)) return messages.unexpected_answer
  if (error.field !== null)
    return invalidText(fieldNames[error.field.replace(ARRAY_INDEX, '')] ?? error.field)
  return messages[error.code] ?? messages.unexpected_answer
}
