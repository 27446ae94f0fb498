import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type CommunitySim, startCommunitySim } from '../../../sim/src/community/community-sim.ts'
import { DEMO_ADMIN, demoPeople } from '../../../sim/src/community/people.ts'
import { createDemoCatalog, type DemoCatalog } from '../../../sim/src/demo/demo-catalog.ts'
import { demoMembers } from '../../../sim/src/demo/demo-membership.ts'
import {
  type ExternalIndexSim,
  startExternalIndexSim,
} from '../../../sim/src/external-index/external-index-sim.ts'
import { type MembershipSim, startMembershipSim } from '../../../sim/src/membership/membership-sim.ts'
import { type PlatformSim, startPlatformSim } from '../../../sim/src/platform/platform-sim.ts'
import type { Config } from '../config/config.ts'
import { Secret } from '../config/secret.ts'
import type { Clock } from '../kernel/clock.ts'
import { slices } from '../kernel/slices.ts'
import type { Log } from '../platform/log.ts'
import type { CatalogStore } from '../slices/catalog/store.ts'
import { readRecord } from '../slices/interop/read-record.ts'
import { createPromotionStore } from '../slices/promotions/store.sql.ts'
import { createTrackingStore } from '../slices/tracking/store.sql.ts'
import type { TrackingStore } from '../slices/tracking/store.ts'
import { demoHistory } from './demo-history.ts'
import { loadDemoPromotions } from './demo-promotions.ts'
import { catalogStore, openRecord } from './record.ts'

const SAVED = 500
const AUTH_COOKIE = 'authcookie_demo'

/** The demo: a system of record of its own beside the real one, and simulators for as long as the process lives. */
export interface Demo extends AsyncDisposable {
  /** The configuration with the demo's own data folder, and simulators in the place of upstreams. */
  readonly config: Config
}

/**
 * Makes the demo ready to be served: starts a simulator for each upstream that is not configured, and fills the
 * demo's system of record when it is empty (design, "Configuration": `DEMO`).
 */
export async function openDemo(deps: { config: Config; clock: Clock; log: Log }): Promise<Demo> {
  const { clock, log } = deps
  const dir = join(deps.config.data.dir, 'demo')
  const data = { ...deps.config.data, dir, databaseUrl: `sqlite:${join(dir, 'avatary.sqlite')}` }
  const config = { ...deps.config, data }
  await mkdir(dir, { recursive: true })
  const catalog = createDemoCatalog()
  await fill({ config, catalog, clock, log })
  const platform = config.platform.account === null ? await startPlatform(catalog, clock) : null
  const external = config.externalIndex.url === null ? await startExternal(catalog, clock) : null
  const community = config.community === null ? await startCommunity(catalog, clock) : null
  const membership = config.patreon.membership === null ? await startMembership(clock) : null
  const names = [
    platform && 'platform',
    external && 'external index',
    community && 'community site',
    membership && 'membership platform',
  ]
  const simulated = names.filter(name => name !== null)
  log.warn(
    { simulated },
    'DEMO: this catalog is made up. It makes way for the first avatars that are imported',
  )
  return {
    config: withMembership(withCommunity(withSimulators(config, platform, external), community), membership),
    async [Symbol.asyncDispose]() {
      await Promise.all([platform?.stop(), external?.stop(), community?.stop(), membership?.stop()])
    },
  }
}

async function fill(deps: { config: Config; catalog: DemoCatalog; clock: Clock; log: Log }): Promise<void> {
  await using record = await openRecord(deps)
  const store = catalogStore(record)
  const tracking = createTrackingStore({ db: record, counters: store })
  const added = await loadDemoCatalog({ ...deps, store, tracking })
  if (added === 0) return
  const { catalog, clock } = deps
  await loadDemoPromotions({ catalog, store: createPromotionStore({ db: record }), nowMs: clock.now() })
  deps.log.info({ added }, 'The demo catalog was loaded')
}

/**
 * Fills an empty system of record with the demo catalog and its history.
 *
 * @returns how many avatars were added; 0 when there were some already.
 */
export async function loadDemoCatalog({
  catalog,
  store,
  tracking,
  clock,
}: {
  catalog: DemoCatalog
  store: CatalogStore
  tracking: Pick<TrackingStore, 'openWriter' | 'save'>
  clock: Clock
}): Promise<number> {
  const { indexed } = await store.countRows()
  if (indexed > 0) return 0
  const nowMs = clock.now()
  const patches = catalog.indexed.flatMap(avatar => {
    const reading = readRecord(avatar, { nowMs, addedAt: 'created' })
    return reading.kind === 'patch' ? [reading.patch] : []
  })
  const saveHistory = demoHistory({ catalog, store, tracking, nowMs })
  for (const batch of slices(patches, SAVED)) {
    await store.saveMany(batch, nowMs)
    await saveHistory(await store.byIds(batch.map(({ id }) => id)))
  }
  return patches.length
}

async function startPlatform(catalog: DemoCatalog, clock: Clock): Promise<PlatformSim> {
  const avatars = [...catalog.indexed, ...catalog.submittable, ...catalog.externalOnPlatform]
  return await startPlatformSim({ now: () => clock.now(), avatars, authCookie: AUTH_COOKIE })
}

async function startExternal(catalog: DemoCatalog, clock: Clock): Promise<ExternalIndexSim> {
  return await startExternalIndexSim({ dialect: 'vrcx', now: () => clock.now(), avatars: catalog.external })
}

async function startCommunity(catalog: DemoCatalog, clock: Clock): Promise<CommunitySim> {
  return await startCommunitySim({ now: () => clock.now(), people: demoPeople(catalog.indexed) })
}

async function startMembership(clock: Clock): Promise<MembershipSim> {
  return await startMembershipSim({ now: () => clock.now(), members: demoMembers() })
}

function withMembership(config: Config, sim: MembershipSim | null): Config {
  if (sim === null) return config
  const membership = { accessToken: new Secret(sim.accessToken), campaignId: sim.campaignId }
  return { ...config, patreon: { ...config.patreon, apiUrl: sim.url, membership } }
}

function withCommunity(config: Config, sim: CommunitySim | null): Config {
  if (sim === null) return config
  const { origin: url, clientId } = sim
  const adminUserIds = [...config.adminUserIds, DEMO_ADMIN]
  return { ...config, adminUserIds, community: { url, clientId, clientSecret: new Secret(sim.clientSecret) } }
}

function withSimulators(
  config: Config,
  platform: PlatformSim | null,
  external: ExternalIndexSim | null,
): Config {
  const account = { authCookie: new Secret(AUTH_COOKIE), twoFactorCookie: null, contact: 'demo@localhost' }
  return {
    ...config,
    ...(platform && { platform: { ...config.platform, apiUrl: `${platform.origin}/api/1`, account } }),
    ...(external && { externalIndex: { ...config.externalIndex, url: external.url, kind: 'vrcx' as const } }),
  }
}
