import { ROUTES_BY_ID, type RouteId, type RoutesById } from '@avatary/contract/routes/all'
import type { HandlersOf } from '../handlers.ts'
import type { Job } from '../kernel/job.ts'
import type { PersonalData } from '../kernel/personal-data.ts'
import {
  type PageHandler,
  type PageOptions,
  type RouteOptions,
  registerPage,
  registerRoutes,
} from '../platform/http/routes.ts'
import type { HttpServer } from '../platform/http/server.ts'
import { type Readiness, whenReady } from './ready.ts'

/** What answers routes of the contract, by their ids. */
type Handlers = Partial<HandlersOf<RoutesById>>

/** A part of the service: what it answers, and what it does by itself. */
export interface Part {
  /** Answered once the catalog is ready; 503 until then. */
  readonly handlers?: Handlers
  /** Answered as soon as the process listens. */
  readonly earlyHandlers?: Handlers
  /** Answers also in a process that only works in the background. */
  readonly answersOnWorkers?: boolean
  readonly routeOptions?: { readonly [Id in RouteId]?: RouteOptions }
  /** What stands outside the interface, by its path. */
  readonly pages?: Readonly<Record<string, PageHandler>>
  readonly pageOptions?: Readonly<Record<string, PageOptions>>
  /** What it holds about people: exported for them, and deleted with their account. */
  readonly personalData?: PersonalData
  /**
   * Reads what it answers from; all parts at once, and only in a process that answers. Tried again for as long as the
   * system of record is away.
   */
  open?(signal: AbortSignal): Promise<void>
  /** The process answers without what could not be read while the record was away: a job reads it soon. */
  readonly opensLater?: boolean
  /** What it does by itself once every part is open. */
  readonly jobs?: readonly Job[]
  /** Ends answers that would not end by themselves; the first step of a graceful stop. */
  interrupt?(): void
  /** After the last answer, while jobs still run. */
  settle?(): Promise<void>
  /** After the last job: writes what waits. Parts close in the opposite order of their list. */
  close?(): Promise<unknown>
}

/** Serves what the parts answer. */
export function registerParts(server: HttpServer, parts: readonly Part[], readiness: Readiness): void {
  const handlers: HandlersOf<RoutesById> = Object.assign(
    {},
    whenReady(readiness, Object.assign({}, ...parts.map(part => part.handlers))),
    ...parts.map(part => part.earlyHandlers),
  )
  const options = Object.assign({}, ...parts.map(part => part.routeOptions))
  registerRoutes(server, ROUTES_BY_ID, handlers, options)
  for (const { pages = {}, pageOptions = {} } of parts) {
    for (const [path, page] of Object.entries(pages)) registerPage(server, path, page, pageOptions[path])
  }
}

/** Makes the stack close the parts: the last of the list first, and all after they have settled. */
export function deferClosing(
  parts: readonly Part[],
  stack: AsyncDisposableStack,
  jobs?: AsyncDisposable,
): void {
  for (const part of parts) stack.defer(async () => void (await part.close?.()))
  if (jobs) stack.use(jobs)
  for (const part of parts) stack.defer(() => part.settle?.())
}
