/**
 * `note`: something is not configured, which may be intended; `warning`: something works worse than it could, or may
 * fail soon; `problem`: something does not work.
 */
export type Level = 'ok' | 'note' | 'warning' | 'problem'

export interface Finding {
  readonly level: Level
  /** The subject in a few words: `data folder`, `clock`. */
  readonly about: string
  readonly what: string
  /** The advice; null when nothing needs to be done. */
  readonly advice: string | null
}

export function ok(about: string, what: string): Finding {
  return { level: 'ok', about, what, advice: null }
}

export function note(about: string, what: string, advice: string): Finding {
  return { level: 'note', about, what, advice }
}

export function warning(about: string, what: string, advice: string): Finding {
  return { level: 'warning', about, what, advice }
}

export function problem(about: string, what: string, advice: string): Finding {
  return { level: 'problem', about, what, advice }
}

/** The reason for a failure, on one line. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  const text = cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message
  return text.replace(/\s+/g, ' ').trim() || 'no reason given'
}
