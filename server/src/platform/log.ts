import { type DestinationStream, pino } from 'pino'
import type { Log } from '../kernel/log.ts'

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'

/**
 * Writes one JSON object per line. Callers never pass data about clients: no address, user agent or query string.
 * Requests are identified by their id and by the pattern of their route.
 */
export function createLog({ level, output }: { level: LogLevel; output: DestinationStream }): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeThrown },
  }
  return pino(options, output)
}

/** A log that writes nothing; for tests, and tools with their own output. */
export const silentLog: Log = pino({ level: 'silent' })

/**
 * Describes an error without the extra properties that libraries add, because these contain input: `input` of an
 * invalid URL, `detail` of a refused row. Message and stack include those of its causes.
 */
function describeThrown(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return { type: typeof thrown }
  const { type, message, stack } = pino.stdSerializers.err(thrown)
  return { type, code: (thrown as { code?: unknown }).code, message, stack }
}
