import { availableParallelism } from 'node:os'
import { ProcessFingerprintStore } from './avatars/index.ts'
import { openCatalogParts } from './catalog-parts.ts'
import { type ConnectionOptions, openToleratingAway } from './composition/database.ts'
import { featuresOf } from './composition/features.ts'
import { configOfProcess } from './composition/limiter.ts'
import { openLimits } from './composition/limits.ts'
import { composeMeasures } from './composition/measures.ts'
import { composeProbes } from './composition/probes.ts'
import { composeReadModel } from './composition/read-model.ts'
import { loadSecrets } from './composition/sealers.ts'
import { openSystem, type SystemCalls } from './composition/system.ts'
import { composeTracing } from './composition/tracing.ts'
import type { Config } from './config/config.ts'
import type { Timer } from './kernel/clock.ts'
import type { Log } from './kernel/log.ts'
import { systemClock } from './platform/clock.ts'
import { toWebp } from './platform/files/webp.ts'
import { createGuards } from './platform/guards.ts'
import type { HttpDeps } from './platform/http/server.ts'
import type { LogOutput } from './platform/log-output.ts'
import { Metrics } from './platform/metrics.ts'
import { serverOnDemand } from './platform/oauth/on-demand.ts'
import { handlingEveryRoute, listOfParts } from './platform/process/every-route.ts'
import type { Part } from './platform/process/part.ts'
import { Readiness } from './platform/process/readiness.ts'
import { type RunningProcess, startProcess } from './platform/process/start-process.ts'
import type { SupervisedProcess } from './platform/processes/children.ts'
import { SecretAgreement } from './platform/processes/secret-agreement.ts'
import { createOAuthClient } from './platform/sign-in/oauth-client.ts'
import { openBundledCountries } from './platform/visitors/country-database.ts'
import { openAccount, openCurrentSettings, UsageStore } from './slices/account/index.ts'
import { termIfFound } from './slices/catalog/index.ts'
import { openCreator } from './slices/creator/index.ts'
import { openDiscord } from './slices/discord/index.ts'
import { openEvents } from './slices/events/index.ts'
import { openHealth } from './slices/health/index.ts'
import { openIdentity } from './slices/identity/index.ts'
import { openImages } from './slices/images/index.ts'
import { openOAuth } from './slices/oauth/index.ts'
import { openReference } from './slices/reference/index.ts'
import { openSite, type readOwnBuild } from './slices/site/index.ts'
import { deviceOf, openTracking } from './slices/tracking/index.ts'

export interface App extends RunningProcess {
  /** Rejects when the process cannot continue. */
  readonly whenBroken: Promise<never>
}

export interface AppDeps {
  config: Config
  log: Log
  /** Counts lost log lines; without it none are lost. */
  logOutput?: Pick<LogOutput, 'droppedCount'>
  /** True when the catalog is the demo's; the pages of the site then say so. */
  isDemo?: boolean
  /** The connection to the supervisor that started this process. */
  supervised?: SupervisedProcess | null
  clock?: Timer
  system?: SystemCalls
  /** Tests read the built site once for all apps; by default each app reads it. */
  readSite?: typeof readOwnBuild
  /** With these, tests make the database fail, wait longer for it, and avoid its threads. */
  database?: ConnectionOptions
  /** Tests wait longer than the default until a request has arrived. */
  timeouts?: HttpDeps['timeouts']
}

/**
 * Composes the parts of Avatary and starts them. With `ROLE=worker` it only answers probes and metrics, and does not
 * load the catalog into memory.
 */
export async function startApp(deps: AppDeps): Promise<App> {
  const { config, log, logOutput = { droppedCount: 0 }, clock = systemClock, system, database } = deps
  const metrics = new Metrics().collectProcess().watchLog(logOutput)
  const readiness = new Readiness()
  const { adminToken, sealerFor, fingerprints } = await loadSecrets(config.data)
  await using resources = new AsyncDisposableStack()
  const tracing = resources.use(await composeTracing({ config, log, metrics }))
  const { db, whenBroken } = await openToleratingAway({ config, clock, log, metrics, tracing, ...database })
  resources.use(db)
  const processDeps = { db, config: configOfProcess(config), clock, log, metrics, tracing }
  const systemDeps = { ...processDeps, ...openSystem({ ...processDeps, system }) }

  const { parts: limitParts, ...limiters } = openLimits(systemDeps)
  const { parts: readModelParts, ...readModel } = composeReadModel(systemDeps)
  const base = { ...systemDeps, ...readModel }
  const tracking = openTracking({
    ...base,
    openCountries: openBundledCountries,
    termIfFound: text => termIfFound(base.view, text),
  })
  const catalog = openCatalogParts(base, tracking)
  const identity = openIdentity({
    ...base,
    features: featuresOf(config, deps.isDemo ?? false),
    sealerFor,
    deviceOf,
    openOAuthClient: settings => createOAuthClient({ ...settings, clock, log }),
  })
  const { pictures, ...measures } = composeMeasures(base)
  const people = { ...base, ...identity, visits: tracking.visits, sealerFor, usage: new UsageStore({ db }) }
  const siteDeps = { currentSettings: openCurrentSettings(people), readSite: deps.readSite }
  const partsExceptAccount = listOfParts(
    composeProbes({ ...base, adminToken, readiness, supervised: deps.supervised }),
    ...limitParts,
    new SecretAgreement({ ...systemDeps, store: new ProcessFingerprintStore({ db }), fingerprints }),
    openReference(base),
    openSite({ ...people, ...siteDeps, ...catalog, isReady: () => readiness.isReady }),
    ...readModelParts,
    tracking,
    ...Object.values(catalog),
    identity,
    openOAuth({ ...people, serverOnDemand }),
    openDiscord({ ...people, ...catalog.insights, isSupporter: catalog.rosters.isSupporter }),
    openCreator({ ...people, ...catalog.insights }),
    openEvents(base),
    openHealth({ ...base, ...catalog.verification, ...catalog.submission, ...measures }),
    openImages({ ...base, cache: pictures, toWebp, cores: availableParallelism() }),
  )
  const personalData = partsExceptAccount.flatMap((part: Part) => part.personalData ?? [])
  const parts = handlingEveryRoute([...partsExceptAccount, openAccount({ ...people, personalData })])
  const guardDeps = { ...identity, adminToken: adminToken.reveal(), ownOrigin: config.http.publicUrl }

  const guardOf = createGuards(guardDeps)
  const startDeps = { ...deps, ...people, ...limiters, readiness, guardOf }
  return { ...(await startProcess(parts, config.role, startDeps, resources)), whenBroken }
}
