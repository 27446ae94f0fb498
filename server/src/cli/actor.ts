import { userInfo } from 'node:os'

/** The actor in the audit log, with the name of the operating system's user if there is one. */
export function cliActor(): string {
  try {
    return `cli ${userInfo().username}`
  } catch {
    return 'cli'
  }
}
