import type { LogEvent } from './log-events.ts'

interface LogFields {
  /** Names what happened; docs/operate.md lists the names. */
  readonly event: LogEvent
  /** An error stands under `err`. Nothing about clients is ever among the fields (design, "Tracking"). */
  readonly [field: string]: unknown
}

type WriteLine = (fields: LogFields, message: string) => void

export interface Log {
  readonly error: WriteLine
  readonly warn: WriteLine
  readonly info: WriteLine
  readonly debug: WriteLine
}
