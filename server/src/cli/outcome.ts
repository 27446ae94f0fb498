export const EXIT = { ok: 0, failure: 1, usage: 2 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** The command line was wrong: the message says how, and the exit code is 2. */
export class UsageError extends Error {}

/** What was asked for cannot be done, for a reason that the message tells; the exit code is 1. */
export class CommandError extends Error {}
