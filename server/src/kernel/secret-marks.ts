/** Marks of secrets, by the names of their settings; equal secrets have equal marks, which reveal nothing of them. */
export type SecretMarks = Readonly<Record<string, string>>

/** The marks of the secrets that all processes on a database must have in common. */
export interface OwnMarks {
  readonly current: SecretMarks
  /** Marks of `OLD_SECRET_KEYS`: another process may have one of these as its key. */
  readonly old: readonly string[]
}

/** Names of the secrets of which another process has one that this one does not know. */
export function disagreements({ current, old }: OwnMarks, others: readonly SecretMarks[]): string[] {
  return Object.entries(current).flatMap(([name, own]) => {
    const known = [own, ...old]
    return others.some(marks => marks[name] !== undefined && !known.includes(marks[name])) ? [name] : []
  })
}
