import { join } from 'node:path'
import type { CatalogStore } from './avatars/index.ts'
import { composeAccount } from './composition/account.ts'
import { composeDiscord } from './composition/discord.ts'
import { composeIdentity } from './composition/identity.ts'
import { composeOAuth } from './composition/oauth.ts'
import { openOutside, type World } from './composition/outside.ts'
import type { Part } from './composition/part.ts'
import { createPictureCache } from './composition/picture-cache.ts'
import { type RunningProcess, startProcess } from './composition/process.ts'
import { composeReadModel } from './composition/read-model.ts'
import { Readiness } from './composition/ready.ts'
import { openServedRecord } from './composition/record.ts'
import { openSealers } from './composition/sealers.ts'
import { composeDocuments, composeProbes } from './composition/service.ts'
import type { Config } from './config/config.ts'
import { loadAdminToken } from './config/secrets.ts'
import type { Timer } from './kernel/clock.ts'
import type { Database } from './kernel/database.ts'
import type { Log } from './kernel/log.ts'
import type { Outside } from './kernel/outside.ts'
import { systemClock } from './platform/clock.ts'
import type { DatabaseOptions } from './platform/db/database.ts'
import type { LogOutput } from './platform/log-output.ts'
import { Metrics } from './platform/metrics.ts'
import type { ReadModel } from './platform/read-model/read-model.ts'
import { snapshotAt } from './platform/read-model/snapshot-at.ts'
import { bundledCountries, openCountryDatabase } from './platform/visitors/country-database.ts'
import { createAccountStores } from './slices/account/index.ts'
import { CatalogSearch, knownTerm, openCatalog, openSearches } from './slices/catalog/index.ts'
import { openCreator } from './slices/creator/index.ts'
import { openEvents } from './slices/events/index.ts'
import { feedHandlers } from './slices/feeds/index.ts'
import { openImages } from './slices/images/index.ts'
import { openInsights } from './slices/insights/index.ts'
import { vrcxHandlers } from './slices/interop/index.ts'
import { openLookup } from './slices/lookup/index.ts'
import { openModeration } from './slices/moderation/index.ts'
import { openPromotions } from './slices/promotions/index.ts'
import { openRosters } from './slices/rosters/index.ts'
import { openSubmission } from './slices/submission/index.ts'
import { type Counting, openTracking } from './slices/tracking/index.ts'
import { openVerification } from './slices/verification/index.ts'
import { openWorld } from './slices/world/index.ts'

export interface App extends RunningProcess {
  /** Rejects when it turns out that the process cannot go on. */
  readonly broken: Promise<never>
}

export interface AppDeps {
  config: Config
  log: Log
  /** Where the log goes; nothing is lost there when absent. */
  logOutput?: Pick<LogOutput, 'dropped'>
  clock?: Timer
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
  const base = { ...outside, store, view, catchUp }
  const tracking = openTracking({
    ...base,
    openCountries: () => openCountryDatabase(bundledCountries()),
    knownTerm: text => knownTerm(view, text),
  })
  const index = openIndex(base, tracking)
  const { insights, rosters } = index
  const accounts = createAccountStores({ db, counters: store })
  const identity = composeIdentity({ ...base, sealerFor, adminToken, keys: accounts.keys })
  const { identify, adminGuard } = identity
  const people = { ...base, ...identity, sealerFor, accounts }
  const { trending, insightsReady, insightsRowsOf } = insights
  const others: readonly Part[] = [
    record,
    composeProbes({ ...base, adminToken, readiness }),
    composeDocuments(base),
    readModel,
    tracking,
    ...Object.values(index),
    identity,
    composeOAuth(people),
    composeDiscord({ ...people, trending, membership: rosters.membership }),
    openCreator({ ...people, insightsReady, insightsRowsOf }),
    openEvents(base),
    openImages({ ...base, cache: createPictureCache(base) }),
  ]
  const held = others.flatMap(part => part.held ?? [])
  const parts = others.concat(composeAccount({ ...people, held }))
  const running = await startProcess(parts, config.role, { ...base, readiness, identify, adminGuard })
  return { ...running, broken }
}

export interface IndexDeps extends Outside {
  db: Database
  config: Config
  store: CatalogStore
  view: ReadModel
  catchUp: () => Promise<void>
}

/**
 * The parts that take avatars in and answer from the catalog, each after those that it depends on.
 *
 * @param counting is told who looks at what.
 */
export function openIndex(base: IndexDeps, counting: Counting) {
  const { config, view } = base
  const { publicUrl } = config.http
  const snapshotFile = snapshotAt(join(config.data.dir, 'insights.snapshot'), base)
  const moderation = openModeration(base)
  const searches = openSearches({ ...base, excludedSearches: moderation.excludedSearches })
  const { terms } = searches
  const verification = openVerification(base)
  const submission = openSubmission({ ...base, estimate: verification.estimate })
  const lookup = openLookup({ ...base, terms, enqueueFinds: verification.enqueueFinds })
  const search = new CatalogSearch({ ...counting, view, terms, lookups: lookup.lookups })
  const insights = openInsights({ ...base, search, snapshotFile, audience: counting.audience })
  const { trending, fastestRising } = insights
  const shown = { ...base, ...counting, search, terms, trending }
  const catalog = openCatalog({ ...shown, queueLength: submission.queueLength })
  const promotions = openPromotions(base)
  const rosters = openRosters(base)
  const { leaderboard, supporters } = rosters
  const world = openWorld({
    ...shown,
    ...promotions.promoted,
    fastestRising,
    leaderboard,
    supporters,
    stats: catalog.stats,
  })
  const vrcx = { handlers: vrcxHandlers({ view, search }) }
  const feeds = { handlers: feedHandlers({ view, publicUrl }) }
  return {
    moderation,
    searches,
    verification,
    submission,
    lookup,
    insights,
    catalog,
    promotions,
    rosters,
    world,
    vrcx,
    feeds,
  }
}
