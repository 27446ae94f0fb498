/** Environment variables by name; an empty one counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>

const SUPERVISED = 'AVATARY_SUPERVISED'

/** True in a process that a supervisor of ours started. */
export function isSupervised(): boolean {
  return process.env[SUPERVISED] === '1'
}

/** The environment of such a process: that of this one with some changes. */
export function supervisedEnvironment(changes: Environment): Environment {
  return { ...process.env, ...changes, [SUPERVISED]: '1' }
}

/** The environment of this process. Nothing else reads it. */
export function readEnvironment(): Environment {
  return process.env
}
