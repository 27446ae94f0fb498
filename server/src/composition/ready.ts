import { type Answer, failure, type Handler } from '../kernel/answer.ts'

/** Whether the process can answer, and whether it is to be asked at all. */
export class Readiness {
  /** The catalog can be answered from; false while the process starts. */
  isReady = false
  /** Whoever can is to ask another process: this one still answers, but not for long. */
  isStopping = false
}

/** Of an answer that says so; a start takes seconds. */
export const RETRY_AFTER = { 'Retry-After': '2' }

type AnyHandlers = Readonly<Record<string, Handler<never, never, never>>>

/** The handlers, answering 503 as long as the process is not ready. */
export function whenReady<Handlers extends AnyHandlers>(readiness: Readiness, handlers: Handlers): Handlers {
  const guarded = Object.entries(handlers).map(([id, handler]) => [
    id,
    async (input: Parameters<typeof handler>[0]): Promise<Answer> =>
      readiness.isReady ? await handler(input) : failure('not_ready', undefined, RETRY_AFTER),
  ])
  return Object.fromEntries(guarded)
}
