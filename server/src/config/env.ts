/** Environment variables by name. An empty one counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>

const SUPERVISED_VARIABLE = 'AVATARY_SUPERVISED'

/** True in a process that our supervisor started. */
export function isSupervised(): boolean {
  return process.env[SUPERVISED_VARIABLE] === '1'
}

/** The environment for a supervised process: that of this process with some changes. */
export function supervisedEnvironment(changes: Environment): Environment {
  return { ...process.env, ...changes, [SUPERVISED_VARIABLE]: '1' }
}

/** The environment of this process; nothing else may read `process.env`. */
export function readEnvironment(): Environment {
  return process.env
}
