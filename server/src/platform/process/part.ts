import { ROUTES_BY_ID, type RouteId, type RoutesById } from '@avatary/contract/routes/all'
import type { HandlersOf } from '../../handlers.ts'
import type { Job } from '../../kernel/job.ts'
import { type PageOptions, SCRIPTED_PAGE_HEADERS } from '../../kernel/page-headers.ts'
import type { PersonalData } from '../../kernel/personal-data.ts'
import { type PageHandler, type RouteOptions, registerPage, registerRoutes } from '../http/routes.ts'
import type { HttpServer } from '../http/server.ts'
import { type Readiness, whenReady } from './readiness.ts'

const NOT_FOUND: PageOptions = { cacheControl: 'no-store', headers: SCRIPTED_PAGE_HEADERS }

/** Handlers of the contract's routes, keyed by their ids. */
type Handlers = Partial<HandlersOf<RoutesById>>

/** One part of a process: the routes that it handles, its jobs, and how it opens and closes. */
export interface Part {
  /** They answer 503 until the process is ready. */
  readonly handlers?: Handlers
  /** They answer as soon as the process listens. */
  readonly earlyHandlers?: Handlers
  /** True when the part answers also in a process of the role `worker`. */
  readonly answersOnWorkers?: boolean
  readonly routeOptions?: { readonly [Id in RouteId]?: RouteOptions }
  /** Pages outside of the interface, keyed by their paths. */
  readonly pages?: Readonly<Record<string, PageHandler>>
  /** Answers browsers at addresses of no route. */
  readonly notFoundPage?: PageHandler
  readonly pageOptions?: Readonly<Record<string, PageOptions>>
  /** Personal data of the part: exported with an account, and deleted with it. */
  readonly personalData?: PersonalData
  /**
   * Reads what the handlers answer from, in processes that answer. All parts open at the same time. A part whose
   * opening fails because the database is away is opened again.
   */
  open?(signal: AbortSignal): Promise<void>
  /** True when a job can read later what could not be read because the database was away. */
  readonly opensLater?: boolean
  /** Jobs start when every part is open. */
  readonly jobs?: readonly Job[]
  /** Ends answers that would not end by themselves; the first step of a graceful stop. */
  interrupt?(): void
  /** Called after the last answer, while jobs still run. */
  settle?(): Promise<void>
  /** Called after the last job, to write what is not yet written. Parts close in the opposite order of their list. */
  close?(): Promise<unknown>
}

export function registerParts(server: HttpServer, parts: readonly Part[], readiness: Readiness): void {
  const handlers: HandlersOf<RoutesById> = Object.assign(
    {},
    whenReady(readiness, Object.assign({}, ...parts.map(part => part.handlers))),
    ...parts.map(part => part.earlyHandlers),
  )
  const options = Object.assign({}, ...parts.map(part => part.routeOptions))
  registerRoutes(server, ROUTES_BY_ID, handlers, options)
  for (const { pages = {}, pageOptions = {}, notFoundPage } of parts) {
    if (notFoundPage) registerPage(server, null, notFoundPage, NOT_FOUND)
    const waiting = whenReady(readiness, pages)
    for (const [path, page] of Object.entries(pages)) {
      const handler = pageOptions[path]?.needsCatalog ? waiting[path]! : page
      registerPage(server, path, handler, pageOptions[path])
    }
  }
}

/** Defers closing the parts: all settle first, then the jobs end, then the last part of the list closes first. */
export function deferClosing(
  parts: readonly Part[],
  stack: AsyncDisposableStack,
  jobs?: AsyncDisposable,
): void {
  for (const part of parts) stack.defer(async () => void (await part.close?.()))
  if (jobs) stack.use(jobs)
  for (const part of parts) stack.defer(() => part.settle?.())
}
