import { startCommunitySim } from '../../../sim/src/community/community-sim.ts'
import { DEMO_ADMIN, demoPeople } from '../../../sim/src/community/people.ts'
import type { DemoCatalog } from '../../../sim/src/demo/demo-catalog.ts'
import { DEMO_DISCORD_GUILDS, DEMO_DISCORD_USERS } from '../../../sim/src/demo/demo-discord.ts'
import { demoMembers } from '../../../sim/src/demo/demo-membership.ts'
import { startDiscordSim } from '../../../sim/src/discord/discord-sim.ts'
import { startExternalIndexSim } from '../../../sim/src/external-index/external-index-sim.ts'
import { startMembershipSim } from '../../../sim/src/membership/membership-sim.ts'
import { startPlatformSim } from '../../../sim/src/platform/platform-sim.ts'
import { drawThumbnail } from '../../../sim/src/platform/thumbnail.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../kernel/clock.ts'
import { Secret } from '../kernel/secret.ts'
import { Turns } from '../kernel/turns.ts'

const AUTH_COOKIE = 'authcookie_demo'

export interface DemoDeps {
  readonly catalog: DemoCatalog
  readonly clock: Clock
  /** Makes the PNG of a file, so many pixels wide. */
  readonly draw?: typeof drawThumbnail
}

interface DemoUpstream {
  readonly name: string
  readonly isNeeded: (config: Config) => boolean
  readonly start: (deps: DemoDeps) => Promise<Simulated>
}

interface Simulated {
  /** Returns the configuration with the simulator in place of the upstream. */
  readonly configure: (config: Config) => Config
  readonly sim: { stop(): Promise<void> }
}

const platform: DemoUpstream = {
  name: 'platform',
  isNeeded: ({ platform }) => platform.account === null,
  async start({ catalog, clock, draw = drawThumbnail }) {
    const avatars = [...catalog.indexed, ...catalog.submittable, ...catalog.externalOnPlatform]
    // Several at once would take every thread of the pool, in which files are read.
    const drawing = new Turns(1)
    const sim = await startPlatformSim({
      now: () => clock.now(),
      avatars,
      authCookie: AUTH_COOKIE,
      draw: (file, size) => drawing.take(() => draw(file, size)),
    })
    const account = { authCookie: new Secret(AUTH_COOKIE), twoFactorCookie: null, contact: 'demo@localhost' }
    const apiUrl = `${sim.origin}/api/1`
    return { sim, configure: config => ({ ...config, platform: { ...config.platform, apiUrl, account } }) }
  },
}

const externalIndex: DemoUpstream = {
  name: 'external index',
  isNeeded: ({ externalIndex }) => externalIndex.url === null,
  async start({ catalog, clock }) {
    const kind = 'vrcx'
    const sim = await startExternalIndexSim({ kind, now: () => clock.now(), avatars: catalog.external })
    const configure = (config: Config): Config => ({
      ...config,
      externalIndex: { ...config.externalIndex, url: sim.url, kind },
    })
    return { sim, configure }
  },
}

const community: DemoUpstream = {
  name: 'community site',
  isNeeded: ({ community }) => community === null,
  async start({ catalog, clock }) {
    const sim = await startCommunitySim({ now: () => clock.now(), people: demoPeople(catalog.indexed) })
    const { origin: url, clientId } = sim
    const configure = (config: Config): Config => ({
      ...config,
      adminUserIds: [...config.adminUserIds, DEMO_ADMIN],
      community: { url, clientId, clientSecret: new Secret(sim.clientSecret) },
    })
    return { sim, configure }
  },
}

const membership: DemoUpstream = {
  name: 'membership platform',
  isNeeded: config => config.membership.campaign === null,
  async start({ clock }) {
    const sim = await startMembershipSim({ now: () => clock.now(), members: demoMembers() })
    const campaign = { accessToken: new Secret(sim.accessToken), campaignId: sim.campaignId }
    const configure = (config: Config): Config => ({
      ...config,
      membership: { ...config.membership, apiUrl: sim.url, campaign },
    })
    return { sim, configure }
  },
}

const discord: DemoUpstream = {
  name: 'Discord',
  isNeeded: ({ discord }) => discord.client === null && discord.publicKey === null,
  async start({ clock }) {
    const now = () => clock.now()
    // A new seed for each start, so that stored tokens of an earlier start are not valid.
    const seed = `demo-${now()}`
    const users = DEMO_DISCORD_USERS
    const sim = await startDiscordSim({ now, seed, users, guilds: DEMO_DISCORD_GUILDS })
    const { apiUrl, authorizeUrl, publicKey } = sim
    const client = { id: sim.clientId, secret: new Secret(sim.clientSecret) }
    const discord = { apiUrl, authorizeUrl, publicKey, client, botToken: new Secret(sim.botToken) }
    return { sim, configure: config => ({ ...config, discord }) }
  },
}

const DEMO_UPSTREAMS: readonly DemoUpstream[] = [platform, externalIndex, community, membership, discord]

export interface SimulatedUpstreams extends AsyncDisposable {
  /** The configuration with simulators in place of upstreams that are not configured. */
  readonly config: Config
  readonly names: readonly string[]
}

export async function simulateUpstreams(config: Config, deps: DemoDeps): Promise<SimulatedUpstreams> {
  const needed = DEMO_UPSTREAMS.filter(({ isNeeded }) => isNeeded(config))
  await using started = new AsyncDisposableStack()
  const simulated = await Promise.all(
    needed.map(async ({ start }) => {
      const simulator = await start(deps)
      started.defer(() => simulator.sim.stop())
      return simulator
    }),
  )
  const kept = started.move()
  return {
    config: simulated.reduce((before, { configure }) => configure(before), config),
    names: needed.map(({ name }) => name),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}
