/** A failure with an expected reason: its message tells an operator all, so that the command line shows no stack. */
export class ExpectedError extends Error {}
