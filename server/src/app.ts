import { openApiDocument } from '@avatary/contract/openapi'
import { referencePage } from '@avatary/contract/reference-page'
import { adminRoutes } from '@avatary/contract/routes/admin'
import { ROUTES } from '@avatary/contract/routes/all'
import { catalogRoutes } from '@avatary/contract/routes/catalog'
import { serviceRoutes } from '@avatary/contract/routes/service'
import { submissionRoutes } from '@avatary/contract/routes/submission'
import { worldRoutes } from '@avatary/contract/routes/world'
import { composeCatalog } from './composition/catalog.ts'
import { composeEvents } from './composition/events.ts'
import { composeLookup } from './composition/lookup.ts'
import { composeModeration } from './composition/moderation.ts'
import { registerPages } from './composition/pages.ts'
import { Readiness, whenReady } from './composition/ready.ts'
import { openRecord } from './composition/record.ts'
import { serviceHandlers } from './composition/service-handlers.ts'
import { composeSubmission } from './composition/submission.ts'
import { termsPage } from './composition/terms-page.ts'
import { composeTracking } from './composition/tracking.ts'
import { composeUpstreams, type World } from './composition/upstreams.ts'
import { composeVerification } from './composition/verification.ts'
import { composeWorld } from './composition/world.ts'
import type { Config } from './config/config.ts'
import { loadAdminToken } from './config/secrets.ts'
import type { Clock } from './kernel/clock.ts'
import { systemClock } from './platform/clock.ts'
import { registerRoutes, registerUnbuilt } from './platform/http/routes.ts'
import { createHttpServer } from './platform/http/server.ts'
import { Jobs } from './platform/jobs.ts'
import { MemoryLimiter } from './platform/limits/memory-limiter.ts'
import type { Log } from './platform/log.ts'
import { Metrics } from './platform/metrics.ts'
import { Tally } from './slices/tracking/tally.ts'
import { VERSION } from './version.ts'

export interface App extends AsyncDisposable {
  /** The port it listens on. */
  readonly port: number
  /** Settled once the catalog can be answered from; until then requests for it are answered 503. */
  readonly ready: Promise<void>
  /** Contract routes that answer 501, as `METHOD /path`. */
  readonly unbuilt: readonly string[]
  /** Lets answers under way end, writes what waits, and closes everything. */
  stop(): Promise<void>
}

export interface AppDeps {
  config: Config
  log: Log
  clock?: Clock
  world?: World
}

/** Puts Avatary together and starts it: record → catalog → HTTP → jobs. */
export async function startApp({ config, log, clock = systemClock, world }: AppDeps): Promise<App> {
  const { publicUrl } = config.http
  const metrics = new Metrics().collectProcess()
  const readiness = new Readiness()
  const adminToken = await loadAdminToken(config.data)
  const db = await openRecord({ config, clock, log })

  const upstreams = composeUpstreams({ clock, log, metrics, world })
  const verification = composeVerification({ db, config, clock, log, metrics, upstreams })
  const submission = composeSubmission({ db, config, clock, metrics, estimate: verification.estimate })
  const { queueLength } = submission
  const { enqueueFinds } = verification
  const lookup = composeLookup({ db, config, clock, log, metrics, upstreams, enqueueFinds })
  const { lookups } = lookup
  const tally = new Tally({ clock })
  const catalog = composeCatalog({
    db,
    config,
    clock,
    log,
    metrics,
    queueLength,
    lookups,
    countImpressions: slots => tally.countImpressions(slots),
  })
  const knownTerm = (text: string) => catalog.search.knownTerm(text)
  const tracking = composeTracking({ ...catalog, db, config, clock, log, metrics, tally, knownTerm })
  const moderation = composeModeration({ db, clock, view: catalog.view, adminToken })

  const { random } = upstreams.world
  const worlds = composeWorld({ ...catalog, config, clock, random, tally, queueLength })
  const events = composeEvents({ ...catalog, clock, metrics })

  const limiter = new MemoryLimiter({ limits: config.limits, clock })
  const server = createHttpServer({ limiter, log, metrics, trustProxy: config.http.trustProxy })
  const openApi = openApiDocument({ baseUrl: `${publicUrl}/api`, version: VERSION })
  const handlers = {
    ...serviceHandlers({ readiness, openApi }),
    ...whenReady(readiness, {
      ...catalog.handlers,
      ...events.handlers,
      ...submission.handlers,
      ...moderation.handlers,
      ...tracking.handlers,
      ...worlds.handlers,
    }),
    ...moderation.adminHandlers,
  }
  const routes = { ...serviceRoutes, ...catalogRoutes, ...submissionRoutes, ...worldRoutes, ...adminRoutes }
  registerRoutes(server, routes, handlers, {
    ...submission.routeOptions,
    ...moderation.routeOptions,
    ...worlds.routeOptions,
  })
  registerUnbuilt(
    server,
    ROUTES.filter(({ id }) => !(id in handlers)),
  )
  registerPages(server, {
    metrics,
    referenceHtml: referencePage({ baseUrl: `${publicUrl}/api` }),
    termsHtml: termsPage(),
  })

  const jobs = new Jobs({ log })
  const port = await server.listen(config.http)
  const stopping = new AbortController()
  const opened = Promise.all([catalog.open(stopping.signal), submission.open(), tracking.open()])
  const ready = opened.then(() => {
    catalog.startJobs(jobs)
    events.startJobs(jobs)
    submission.startJobs(jobs)
    verification.startJobs(jobs)
    tracking.startJobs(jobs)
    lookup.start(jobs, catalog.catchUp)
    readiness.isReady = true
  })

  const stop = async () => {
    readiness.isReady = false
    stopping.abort()
    await ready.catch(() => {})
    events.close()
    await server.stop()
    await lookup.close()
    await jobs[Symbol.asyncDispose]()
    await tracking.close()
    await catalog.close()
    await db.close()
  }
  return { port, ready, unbuilt: server.unbuilt, stop, [Symbol.asyncDispose]: stop }
}
