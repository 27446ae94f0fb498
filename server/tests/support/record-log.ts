import type { Log } from '../../src/kernel/log.ts'
import { createLog } from '../../src/platform/log.ts'

/** A log, and the lines that are written to it. */
export function recordLog(level: 'debug' | 'info' | 'error' = 'info'): { log: Log; lines: string[] } {
  const lines: string[] = []
  return { log: createLog({ level, output: { write: line => void lines.push(line) } }), lines }
}
