import pg from 'pg'
import { type DatabaseFault, DatabaseUnavailableError } from '../../kernel/database-unavailable.ts'

/** SQLSTATE codes and their classes (PostgreSQL manual, appendix A) that say that the same may succeed later. */
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

/** Node's codes of connections that cannot be made, or broke. ENOENT: of the socket's file. */
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

/** The error as one that says to come back later; null when coming back would change nothing. */
export function postgresUnavailable(error: unknown): DatabaseUnavailableError | null {
  if (error instanceof DatabaseUnavailableError) return error
  if (!(error instanceof Error)) return null
  const fault = error instanceof pg.DatabaseError ? faultOfState(error.code ?? '') : faultOfConnection(error)
  // An error of several addresses that were tried has no message of its own.
  const message = error.message || String((error as NodeJS.ErrnoException).code)
  return fault && new DatabaseUnavailableError(fault, message, { cause: error })
}

function faultOfState(code: string): DatabaseFault | null {
  return FAULTS[code] ?? FAULTS[code.slice(0, 3)] ?? FAULTS[code.slice(0, 2)] ?? null
}

function faultOfConnection(error: NodeJS.ErrnoException): DatabaseFault | null {
  if (CONNECTION_CODES.has(error.code ?? '')) return 'unreachable'
  return MESSAGES.find(([pattern]) => pattern.test(error.message))?.[1] ?? null
}
