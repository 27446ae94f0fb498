import { composeAccount } from './composition/account.ts'
import { composeCatalog } from './composition/catalog.ts'
import { composeCounting } from './composition/counting.ts'
import { composeCreator } from './composition/creator.ts'
import { composeDiscord } from './composition/discord.ts'
import { composeEvents } from './composition/events.ts'
import { composeIdentity } from './composition/identity.ts'
import { composeImages } from './composition/images.ts'
import { composeInsights } from './composition/insights.ts'
import { composeInterop } from './composition/interop.ts'
import { composeLookup } from './composition/lookup.ts'
import { composeModeration } from './composition/moderation.ts'
import { composeOAuth } from './composition/oauth.ts'
import { openOutside, type World } from './composition/outside.ts'
import type { Part } from './composition/part.ts'
import { type RunningProcess, startProcess } from './composition/process.ts'
import { composePromotions } from './composition/promotions.ts'
import { composeReadModel } from './composition/read-model.ts'
import { Readiness } from './composition/ready.ts'
import { openServedRecord } from './composition/record.ts'
import { composeRosters } from './composition/rosters.ts'
import { openSealers } from './composition/sealers.ts'
import { composeSearches } from './composition/searches.ts'
import { composeDocuments, composeProbes } from './composition/service.ts'
import { composeSubmission } from './composition/submission.ts'
import { composeTracking } from './composition/tracking.ts'
import { composeVerification } from './composition/verification.ts'
import { composeWorld } from './composition/world.ts'
import type { Config } from './config/config.ts'
import { loadAdminToken } from './config/secrets.ts'
import type { Clock } from './kernel/clock.ts'
import type { Log } from './kernel/log.ts'
import { systemClock } from './platform/clock.ts'
import type { DatabaseOptions } from './platform/db/database.ts'
import type { LogOutput } from './platform/log-output.ts'
import { Metrics } from './platform/metrics.ts'
import { createAccountStores } from './slices/account/index.ts'
import { CatalogSearch } from './slices/catalog/index.ts'

export interface App extends RunningProcess {
  /** Rejects when it turns out that the process cannot go on. */
  readonly broken: Promise<never>
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
export async function startApp(deps: AppDeps): Promise<App> {
  const { config, log, logOutput = { dropped: 0 }, clock = systemClock, world, database } = deps
  const metrics = new Metrics().collectProcess().watchLog(logOutput)
  const readiness = new Readiness()
  const adminToken = await loadAdminToken(config.data)
  const sealerFor = await openSealers(config.data)
  const { broken, ...record } = await openServedRecord({ config, clock, log, metrics, ...database })
  const { db } = record
  const given = { db, config, clock, log, metrics }
  const outside = { ...given, ...openOutside({ ...given, world }) }

  const readModel = composeReadModel(outside)
  const { store, view, catchUp } = readModel
  const base = { ...outside, store, view, catchUp, sealerFor, adminToken }
  const searches = composeSearches(base)
  const verification = composeVerification(base)
  const submission = composeSubmission({ ...base, estimate: verification.estimate })
  const lookup = composeLookup({ ...base, ...searches, enqueueFinds: verification.enqueueFinds })
  const counting = composeCounting(base)
  const found = { terms: searches.terms, lookups: lookup.lookups }
  const search = new CatalogSearch({ view, ...found, ...counting })
  const tracking = composeTracking({ ...base, ...counting, search })
  const insights = composeInsights({ ...base, search, audience: tracking.audience })
  const shown = { ...base, search, terms: searches.terms, counting, ...insights.rankings }
  const catalog = composeCatalog({ ...shown, queueLength: submission.queueLength })
  const accounts = createAccountStores({ db, counters: store })
  const identity = composeIdentity({ ...base, keys: accounts.keys })
  const { identify, adminGuard } = identity
  const people = { ...base, ...identity, accounts }
  const oauth = composeOAuth(people)
  const rosters = composeRosters(base)
  const discord = composeDiscord({ ...people, ...insights.rankings, membership: rosters.membership })
  const creator = composeCreator({
    ...people,
    insightsRowsOf: insights.insightsRowsOf,
    insightsReady: insights.ready,
  })
  const promotions = composePromotions(people)
  const worlds = composeWorld({ ...shown, stats: catalog.stats, promoted: promotions.promoted, rosters })
  const held = [identity.held, oauth.held, discord.held, creator.held]

  const parts: readonly Part[] = [
    record,
    composeProbes({ ...base, readiness }),
    composeDocuments(base),
    readModel,
    searches,
    verification,
    submission,
    lookup,
    tracking,
    insights,
    catalog,
    identity,
    oauth,
    rosters,
    discord,
    creator,
    composeModeration(people),
    promotions,
    worlds,
    composeEvents(base),
    composeInterop(shown),
    composeImages(base),
    composeAccount({ ...people, held }),
  ]
  const running = await startProcess(parts, config.role, { ...base, readiness, identify, adminGuard })
  return { ...running, broken }
}
