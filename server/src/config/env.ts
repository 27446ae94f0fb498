/** Variables by name, as the system gives them; an empty one counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The variables of this process: the one place that reads them. */
export function readEnvironment(): Environment {
  return process.env
}
