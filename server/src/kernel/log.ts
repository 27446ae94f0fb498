import type { LogEvent } from './log-events.ts'

interface LogFields {
  /** One of the events listed in docs/operate.md. */
  readonly event: LogEvent
  /** An error is logged as `err`. No field may identify a client. */
  readonly [field: string]: unknown
}

type WriteLine = (fields: LogFields, message: string) => void

export interface Log {
  readonly error: WriteLine
  readonly warn: WriteLine
  readonly info: WriteLine
  readonly debug: WriteLine
}
