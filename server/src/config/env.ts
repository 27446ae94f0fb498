/** Environment variables by name; an empty one counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The environment of this process. Nothing else reads it. */
export function readEnvironment(): Environment {
  return process.env
}
