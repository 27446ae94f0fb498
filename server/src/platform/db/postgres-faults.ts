import pg from 'pg'
import { type DatabaseFault, DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'
import { errorCode } from '../../kernel/error-code.ts'

/** SQLSTATE codes and classes (PostgreSQL manual, appendix A) after which a statement may succeed later. */
const FAULTS: Readonly<Record<string, DatabaseFault>> = {
  '08': 'unreachable',
  '25006': 'read_only',
  '53': 'busy',
  '53100': 'full',
  '55P03': 'busy',
  '57014': 'deadline',
  '57P': 'unreachable',
  '58': 'storage',
}

/** Node's codes of failed connections. ENOENT: the file of a Unix socket is missing. */
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
])

/** Errors of `pg` and its pool that have no code. */
const MESSAGES: readonly [RegExp, DatabaseFault][] = [
  [/timeout expired|due to connection timeout/, 'deadline'],
  [/timeout exceeded when trying to connect/, 'busy'],
  [/^Connection terminated|not queryable/, 'unreachable'],
]

/** The error as a `DatabaseUnavailableError`; null when a retry would not help. */
export function postgresUnavailableError(error: unknown): DatabaseUnavailableError | null {
  if (error instanceof DatabaseUnavailableError) return error
  if (!(error instanceof Error)) return null
  const fault = error instanceof pg.DatabaseError ? faultOfState(error.code ?? '') : faultOfConnection(error)
  // An `AggregateError` over several addresses has no message.
  const message = error.message || String(errorCode(error))
  return fault && new DatabaseUnavailableError(fault, message, { cause: error })
}

/**
 * The failure of a connection that could not be made; null when a retry would not help.
 * @param wasAccepted whether the server accepted one before. A refusal, such as of the password, is then not a wrong
 * setting of ours: the server changed, and nothing can be asked of it.
 */
export function connectionUnavailableError(
  error: unknown,
  { wasAccepted }: { wasAccepted: boolean },
): DatabaseUnavailableError | null {
  const unavailableError = postgresUnavailableError(error)
  if (unavailableError !== null || !wasAccepted || !(error instanceof Error)) return unavailableError
  return new DatabaseUnavailableError('unreachable', error.message, { cause: error })
}

function faultOfState(code: string): DatabaseFault | null {
  return FAULTS[code] ?? FAULTS[code.slice(0, 3)] ?? FAULTS[code.slice(0, 2)] ?? null
}

function faultOfConnection(error: Error): DatabaseFault | null {
  if (CONNECTION_CODES.has(errorCode(error) ?? '')) return 'unreachable'
  return MESSAGES.find(([pattern]) => pattern.test(error.message))?.[1] ?? null
}
