/** What the system needs of a log: details as JSON, an error among them under `err`, and one sentence. */
export interface Log {
  error(details: object, message: string): void
  warn(details: object, message: string): void
  info(details: object, message: string): void
  debug(details: object, message: string): void
}
