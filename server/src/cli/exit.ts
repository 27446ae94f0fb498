import { ExpectedError } from '../kernel/expected-error.ts'

export const EXIT = { ok: 0, failure: 1, usage: 2 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** The command line is wrong. The exit code is 2. */
export class UsageError extends Error {}

/** The command failed for an expected reason. The exit code is 1. */
export class CommandError extends ExpectedError {}
