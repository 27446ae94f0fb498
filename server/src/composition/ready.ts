import { type Answer, failure, type Handler } from '../kernel/answer.ts'

/** Whether the catalog can be answered from; false while the process starts, and again when it stops. */
export class Readiness {
  isReady = false
}

/** Of an answer that says so; a start takes seconds. */
export const RETRY_AFTER = { 'Retry-After': '2' }

type AnyHandlers = Readonly<Record<string, Handler<never, never, never>>>

/** The handlers, answering 503 as long as the process is not ready. */
export function whenReady<Handlers extends AnyHandlers>(readiness: Readiness, handlers: Handlers): Handlers {
  const guarded = Object.entries(handlers).map(([id, handler]) => [
    id,
    (input: Parameters<typeof handler>[0]): Answer | Promise<Answer> =>
      readiness.isReady ? handler(input) : failure('not_ready', undefined, RETRY_AFTER),
  ])
  return Object.fromEntries(guarded)
}
