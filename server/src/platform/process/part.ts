import { ROUTES_BY_ID, type RouteId, type RoutesById } from '@avatary/contract/routes/all'
import type { HandlersOf } from '../../handlers.ts'
import type { Job } from '../../kernel/job.ts'
import { type PageOptions, SCRIPTED_PAGE_HEADERS } from '../../kernel/page-headers.ts'
import type { PersonalData } from '../../kernel/personal-data.ts'
import { type PageHandler, type RouteOptions, registerPage, registerRoutes } from '../http/routes.ts'
import type { HttpServer } from '../http/server.ts'
import { type Readiness, whenReady } from './readiness.ts'

const NOT_FOUND_OPTIONS: PageOptions = { cacheControl: 'no-store', headers: SCRIPTED_PAGE_HEADERS }

/** Handlers of routes of the contract, keyed by route id. */
type Handlers = Partial<HandlersOf<RoutesById>>

/** One part of a process: the routes that it handles, its jobs, and how it opens and closes. */
export interface Part {
  /** These answer 503 until the process is ready. */
  readonly handlers?: Handlers
  /** These answer as soon as the process listens. */
  readonly handlersBeforeReady?: Handlers
  /** True when the part also answers in processes of the role `worker`. */
  readonly answersOnWorkers?: boolean
  readonly routeOptions?: { readonly [Id in RouteId]?: RouteOptions }
  /** Pages outside of the interface, keyed by path. */
  readonly pages?: Readonly<Record<string, PageHandler>>
  /** Answers browsers at paths without a route. */
  readonly notFoundPage?: PageHandler
  readonly pageOptions?: Readonly<Record<string, PageOptions>>
  /** The part's personal data, which is exported and deleted with an account. */
  readonly personalData?: PersonalData
  /**
   * Loads what the handlers answer from; called only in processes that answer. All parts open concurrently. When
   * opening fails because the database is unavailable, it is retried.
   */
  open?(signal: AbortSignal): Promise<void>
  /** True when the part opens even without the database, because a job does later what `open` could not. */
  readonly jobsRetryOpen?: boolean
  /** Jobs start once every part is open. */
  readonly jobs?: readonly Job[]
  /** The first step of a graceful stop: ends answers that would not end by themselves. */
  interrupt?(): void
  /** Called after the last answer, while jobs still run: ends what answers began, such as calls to upstreams. */
  settle?(): Promise<void>
  /** Called after the last job, to write what is still unwritten. Parts close in reverse order of the list. */
  close?(): Promise<unknown>
}

export function registerParts(server: HttpServer, parts: readonly Part[], readiness: Readiness): void {
  for (const { handlers = {}, handlersBeforeReady = {}, routeOptions } of parts) {
    registerRoutes(server, ROUTES_BY_ID, whenReady(readiness, handlers), routeOptions)
    registerRoutes(server, ROUTES_BY_ID, handlersBeforeReady, routeOptions)
  }
  for (const { pages = {}, pageOptions = {}, notFoundPage } of parts) {
    if (notFoundPage) registerPage(server, null, notFoundPage, NOT_FOUND_OPTIONS)
    const pagesWhenReady = whenReady(readiness, pages)
    for (const [path, page] of Object.entries(pages)) {
      const handler = pageOptions[path]?.needsCatalog ? pagesWhenReady[path]! : page
      registerPage(server, path, handler, pageOptions[path])
    }
  }
}

/** Defers closing the parts: first all settle, then the jobs end, then the parts close, the last one first. */
export function deferClosing(
  parts: readonly Part[],
  stack: AsyncDisposableStack,
  jobs?: AsyncDisposable,
): void {
  for (const part of parts) stack.defer(async () => void (await part.close?.()))
  if (jobs) stack.use(jobs)
  for (const part of parts) stack.defer(() => part.settle?.())
}
