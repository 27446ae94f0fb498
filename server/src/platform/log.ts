import { type Logger, pino } from 'pino'

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug'

/** What the rest of the system needs of a logger: pino's shape, with the error under `err`. */
export type Log = Pick<Logger, 'error' | 'warn' | 'info' | 'debug'>

/**
 * One JSON object a line on standard output. Nothing about clients is ever handed to it (design, "Tracking"): no
 * address, no user agent, no query string; requests are named by their id and the pattern of their route.
 */
export function createLog({ level }: { level: LogLevel }): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: levelName },
  })
}

/** For tests and tools that print their own. */
export const silentLog: Log = pino({ level: 'silent' })

function levelName(label: string): { level: string } {
  return { level: label }
}
