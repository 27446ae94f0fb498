import { type DestinationStream, pino } from 'pino'
import type { Log } from '../kernel/log.ts'

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'

/**
 * One JSON object a line. Nothing about clients is ever handed to it (design, "Tracking"): no
 * address, no user agent, no query string; requests are named by their id and the pattern of their route.
 */
export function createLog({ level, output }: { level: LogLevel; output: DestinationStream }): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: levelName },
    serializers: { err: describeThrown },
  }
  return pino(options, output)
}

/** For tests and tools that print their own. */
export const silentLog: Log = pino({ level: 'silent' })

/**
 * An error without the properties that libraries hang on it, in which the input stands that it was about: `input` of
 * a bad URL, `detail` of a refused row. Messages and stacks are those of its causes, too.
 */
function describeThrown(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return { type: typeof thrown }
  const { type, message, stack } = pino.stdSerializers.err(thrown)
  return { type, code: (thrown as { code?: unknown }).code, message, stack }
}

function levelName(label: string): { level: string } {
  return { level: label }
}
