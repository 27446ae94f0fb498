import type { ErrorCode } from '@avatary/contract/errors'
import { type Answer, failure, type Handler } from '../../kernel/answer.ts'

/** Says whether this process can answer, and whether clients should use another one. */
export class Readiness {
  /** False while the process reads the catalog into memory. */
  isReady = false
  /** True while the process still answers but ends soon. */
  isStopping = false
}

/** `Retry-After` in seconds for `not_ready`: a start takes about that long. */
export const NOT_READY_HEADERS = { 'Retry-After': '2' }

type AnyHandlers = Readonly<Record<string, Handler<never, never, never, ErrorCode, never>>>

/** Wraps the handlers so that they answer 503 until the process is ready. */
export function whenReady<Handlers extends AnyHandlers>(readiness: Readiness, handlers: Handlers): Handlers {
  const entries = Object.entries(handlers).map(([id, handler]) => [
    id,
    async (input: Parameters<typeof handler>[0]): Promise<Answer> =>
      readiness.isReady ? await handler(input) : failure('not_ready', undefined, NOT_READY_HEADERS),
  ])
  return Object.fromEntries(entries)
}
