import { userInfo } from 'node:os'

/** The actor for the audit log, with the name of the operating system's user if available. */
export function cliActor(): string {
  try {
    return `cli ${userInfo().username}`
  } catch {
    return 'cli'
  }
}
