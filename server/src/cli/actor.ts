import { userInfo } from 'node:os'

/** Who acts, for the audit log: the name of who is logged in on this machine, where there is one. */
export function cliActor(): string {
  try {
    return `cli ${userInfo().username}`
  } catch {
    return 'cli'
  }
}
