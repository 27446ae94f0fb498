import { openApiDocument } from '@avatary/contract/openapi'
import { composeAccount } from './composition/account.ts'
import { composeCatalog } from './composition/catalog.ts'
import { composeCounting } from './composition/counting.ts'
import { composeCreator, heldByCreator } from './composition/creator.ts'
import { composeDiscord } from './composition/discord.ts'
import { composeEvents } from './composition/events.ts'
import { composeIdentity } from './composition/identity.ts'
import { composeImages } from './composition/images.ts'
import { composeInsights } from './composition/insights.ts'
import { composeInterop } from './composition/interop.ts'
import { composeLookup } from './composition/lookup.ts'
import { composeModeration } from './composition/moderation.ts'
import { composeOAuth } from './composition/oauth.ts'
import { registerPages, registerProbes } from './composition/pages.ts'
import { type Part, registerParts } from './composition/part.ts'
import { startProcess } from './composition/process.ts'
import { composePromotions } from './composition/promotions.ts'
import { Readiness } from './composition/ready.ts'
import { openServedRecord } from './composition/record.ts'
import { composeRosters } from './composition/rosters.ts'
import { openSealers } from './composition/sealers.ts'
import { composeService } from './composition/service.ts'
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
import type { DatabaseOptions } from './platform/db/database.ts'
import { registerMetrics } from './platform/http/metrics-page.ts'
import { createHttpServer } from './platform/http/server.ts'
import type { Job } from './platform/jobs.ts'
import { MemoryLimiter } from './platform/limits/memory-limiter.ts'
import type { Log } from './platform/log.ts'
import type { LogOutput } from './platform/log-output.ts'
import { Metrics } from './platform/metrics.ts'
import type { MostViewed } from './slices/catalog/index.ts'
import { heldByDiscord } from './slices/discord/index.ts'
import type { KeyOwners } from './slices/identity/index.ts'
import { referencePage } from './slices/reference/index.ts'
import { VERSION } from './version.ts'

export interface App extends AsyncDisposable {
  /** The port it listens on. */
  readonly port: number
  /** Settled once the catalog can be answered from; until then requests for it are answered 503. */
  readonly ready: Promise<void>
  /** Rejects when it turns out that the process cannot go on. */
  readonly broken: Promise<never>
  /** The background jobs of this process. */
  readonly jobs: readonly Job[]
  /**
   * Lets answers under way end, writes what waits, and closes everything.
   *
   * @param drainMs for which it answers before, but says at `/api/ready` that others are to be asked; 0 by default.
   */
  stop(drainMs?: number): Promise<void>
}

export interface AppDeps {
  config: Config
  log: Log
  /** Where the log goes; nothing is lost there when absent. */
  logOutput?: Pick<LogOutput, 'dropped'>
  clock?: Clock
  world?: World
  /** Tests let the system of record fail by it. */
  database?: Pick<DatabaseOptions, 'wrapSession'>
}

/**
 * Puts Avatary together and starts it: record → catalog → HTTP → jobs. With `ROLE=worker` it answers how it is, and
 * nothing of the catalog, which it does not read into memory either.
 */
export async function startApp({
  config,
  log,
  logOutput = { dropped: 0 },
  clock = systemClock,
  world,
  database,
}: AppDeps): Promise<App> {
  const { publicUrl } = config.http
  const baseUrl = `${publicUrl}/api`
  const metrics = new Metrics().collectProcess()
  metrics.counter(
    'avatary_log_lines_dropped_total',
    'Lines of the log that could not be written',
    () => logOutput.dropped,
  )
  const readiness = new Readiness()
  const adminToken = await loadAdminToken(config.data)
  const sealerFor = await openSealers(config.data)
  const { db, broken } = await openServedRecord({ config, clock, log, metrics, ...database })

  const upstreams = composeUpstreams({ clock, log, metrics, world })
  const { random } = upstreams.world
  const base = { db, config, clock, log, metrics, upstreams, random }
  const verification = composeVerification(base)
  const { estimate, enqueueFinds } = verification
  const submission = composeSubmission({ ...base, estimate })
  const { queueLength } = submission
  const lookup = composeLookup({ ...base, enqueueFinds, catchUp: () => catalog.catchUp() })
  const { lookups } = lookup
  const counting = composeCounting(base)
  const mostViewed: MostViewed = (days, limit) => insights.mostViewed(days, limit)
  const catalog = composeCatalog({ ...base, queueLength, lookups, counting, mostViewed })
  const { store, view, stats, search, terms, trending, catchUp } = catalog
  const tracking = composeTracking({
    ...base,
    ...counting,
    store,
    view,
    knownTerm: text => search.knownTerm(text),
  })
  const keys: KeyOwners = { ownerOf: token => account.keyOwners.ownerOf(token) }
  const identity = composeIdentity({ ...base, sealerFor, adminToken, keys })
  const { identify, adminGuard, findPerson, emailOf, farewell, profiles } = identity
  const oauth = composeOAuth({ ...base, identify, findPerson, emailOf, profiles })
  const held = [
    identity.held,
    oauth.held,
    heldByCreator({ db }),
    heldByDiscord({ db, leave: key => discord.leave(key) }),
  ]
  const account = composeAccount({ ...base, store, view, catchUp, findPerson, farewell, held })
  const { usageOf } = account
  const rosters = composeRosters(base)
  const { membership } = rosters
  const discord = composeDiscord({
    ...base,
    view,
    trending,
    sealerFor,
    findPerson,
    profiles,
    membership,
    usageOf,
  })
  const moderation = composeModeration({ ...base, view, adminGuard })
  const insights = composeInsights({ ...base, view, search, audience: tracking.audience })
  const { fastestRising, insightsRowsOf } = insights
  const creator = composeCreator({ ...base, view, catchUp, profiles, insightsRowsOf })
  const promotions = composePromotions({ ...base, view, adminGuard })
  const facts = { stats, fastestRising, promoted: promotions.promoted, rosters }
  const worlds = composeWorld({ ...base, ...facts, view, search, terms, counting })
  const events = composeEvents({ ...base, store, view })
  const interop = composeInterop({ ...base, view, search })
  const images = composeImages({ ...base, view })
  const service = composeService({ readiness, db, openApi: openApiDocument({ baseUrl, version: VERSION }) })
  const parts: readonly Part[] = [
    service,
    catalog,
    events,
    submission,
    verification,
    lookup,
    creator,
    identity,
    oauth,
    account,
    moderation,
    tracking,
    insights,
    worlds,
    interop,
    images,
    discord,
    promotions,
    rosters,
  ]

  const limiter = new MemoryLimiter({ limits: config.limits, clock })
  const { trustProxy, bodies, connectionsPerClient } = config.http
  const server = createHttpServer({
    limiter,
    log,
    metrics,
    trustProxy,
    bodies,
    connectionsPerClient,
    identify,
    ownOrigin: publicUrl,
  })
  registerMetrics(server, metrics, adminToken.reveal())
  if (config.role === 'worker') registerProbes(server, service)
  else {
    registerParts(server, parts, readiness)
    registerPages(server, { referenceHtml: referencePage({ baseUrl }), termsHtml: termsPage() })
  }
  const { port, ready, jobs, ...running } = await startProcess({ config, log, parts, server, readiness })
  const stop = async (drainMs?: number) => {
    await running.stop(drainMs)
    await db.close()
  }
  return { port, ready, broken, jobs, stop, [Symbol.asyncDispose]: () => stop() }
}
