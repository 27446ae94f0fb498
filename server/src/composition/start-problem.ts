import type { Config } from '../config/config.ts'
import { DatabaseUnavailableError } from '../kernel/database-unavailable.ts'
import { ExpectedError } from '../kernel/expected-error.ts'

/** SQLSTATEs of a refused sign-in, an unknown database, and missing rights. */
const REFUSAL_SQLSTATES = /^(?:28...|3D000|42501)$/

/** Node's codes of certificates that are not accepted. While starting, only the database is asked for one. */
const CERTIFICATE_CODES = /CERT|^UNABLE_TO_VERIFY_/

/** An error of a system call; `hostname` is the name that could not be resolved. */
type SystemError = NodeJS.ErrnoException & { hostname?: string }

/** One line for a problem that operators can fix; the stack for any other. */
export function startProblem(
  error: SystemError,
  { host, port }: Pick<Config['http'], 'host' | 'port'>,
): string {
  return `Avatary could not go on: ${reasonOf(error, host, port)}`
}

function reasonOf(error: SystemError, host: string, port: number): string {
  const { code = '', message } = error
  if (code === 'EADDRINUSE') return `port ${port} is taken. Stop what listens there, or set PORT.`
  if (code === 'EADDRNOTAVAIL' || (code === 'ENOTFOUND' && error.hostname === host))
    return `${host} is no address of this machine. Set HOST to one, or to 0.0.0.0 for all.`
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return `no permission: ${message}`
  if (code === 'EEXIST' || code === 'ENOTDIR') return `not a folder: ${message}`
  if (code === 'ENOENT' && error.syscall === 'mkdir') return `no folder can be made there: ${message}`
  if (code === 'ENOSPC') return `the disk is full: ${message}`
  if (error instanceof ExpectedError) return message
  return databaseReasonOf(error) ?? error.stack ?? String(error)
}

function databaseReasonOf(error: SystemError): string | null {
  const { code = '', message } = error
  if (REFUSAL_SQLSTATES.test(code)) return `the database refuses: ${message}. Check DATABASE_URL.`
  if (CERTIFICATE_CODES.test(code) || message.includes('does not support SSL'))
    return `no encrypted connection to the database: ${message}. Check sslmode and sslrootcert in DATABASE_URL.`
  if (/disk image is malformed|file is not a database/.test(message))
    return `the database is damaged: ${message}. Restore a backup with --replace.`
  if (error instanceof DatabaseUnavailableError) return `the database does not answer: ${message}`
  return null
}
