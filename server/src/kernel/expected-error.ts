/** A failure whose message tells an operator everything, so the command line prints no stack. */
export class ExpectedError extends Error {}
