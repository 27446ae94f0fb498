import { startCommunitySim } from '../../../sim/src/community/community-sim.ts'
import { DEMO_ADMIN, demoPeople } from '../../../sim/src/community/people.ts'
import type { DemoCatalog } from '../../../sim/src/demo/demo-catalog.ts'
import { DEMO_DISCORD_GUILDS, DEMO_DISCORD_USERS } from '../../../sim/src/demo/demo-discord.ts'
import { demoMembers } from '../../../sim/src/demo/demo-membership.ts'
import { startDiscordSim } from '../../../sim/src/discord/discord-sim.ts'
import { startExternalIndexSim } from '../../../sim/src/external-index/external-index-sim.ts'
import { startMembershipSim } from '../../../sim/src/membership/membership-sim.ts'
import { type PlatformSimOptions, startPlatformSim } from '../../../sim/src/platform/platform-sim.ts'
import type { SimServer } from '../../../sim/src/server/sim-server.ts'
import type { Environment } from '../config/env.ts'

const AUTH_COOKIE = 'authcookie_simulated'

interface SimulationDeps extends Pick<PlatformSimOptions, 'draw' | 'pictureFormat'> {
  readonly catalog: DemoCatalog
  readonly now: () => number
  /** Chosen by the system when absent. */
  readonly port?: number
  /** Tokens made with another seed are invalid. */
  readonly discordSeed?: string
}

interface RunningSimulation {
  readonly server: SimServer
  /** The settings with which a server uses the simulator. */
  readonly settings: Environment
}

type StartSimulation = (deps: SimulationDeps) => Promise<RunningSimulation>

/** Starts simulators of upstreams, with the avatars and people of the demo. */
export const SIMULATIONS = {
  platform: async ({ catalog, ...options }) => {
    const avatars = [...catalog.indexedAvatars, ...catalog.submittableAvatars, ...catalog.externalAvatars]
    const server = await startPlatformSim({ ...options, avatars, authCookie: AUTH_COOKIE })
    const settings = {
      PLATFORM_API_URL: `${server.origin}/api/1`,
      PLATFORM_AUTH_COOKIE: AUTH_COOKIE,
      PLATFORM_CONTACT: 'operator@example.org',
    }
    return { server, settings }
  },
  vrcx: deps => externalIndex('vrcx', deps),
  avtrdb: deps => externalIndex('avtrdb', deps),
  community: async ({ catalog, ...options }) => {
    const server = await startCommunitySim({ ...options, people: demoPeople(catalog.indexedAvatars) })
    const settings = {
      COMMUNITY_URL: server.origin,
      COMMUNITY_CLIENT_ID: server.clientId,
      COMMUNITY_CLIENT_SECRET: server.clientSecret,
      ADMIN_USER_IDS: DEMO_ADMIN,
    }
    return { server, settings }
  },
  discord: async ({ discordSeed: seed, ...options }) => {
    const demo = { users: DEMO_DISCORD_USERS, guilds: DEMO_DISCORD_GUILDS }
    const server = await startDiscordSim({ ...options, ...demo, seed })
    const settings = {
      DISCORD_API_URL: server.apiUrl,
      DISCORD_AUTHORIZE_URL: server.authorizeUrl,
      DISCORD_CLIENT_ID: server.clientId,
      DISCORD_CLIENT_SECRET: server.clientSecret,
      DISCORD_BOT_TOKEN: server.botToken,
      DISCORD_PUBLIC_KEY: server.publicKey,
    }
    return { server, settings }
  },
  membership: async options => {
    const server = await startMembershipSim({ ...options, members: demoMembers() })
    const settings = {
      PATREON_API_URL: server.url,
      PATREON_ACCESS_TOKEN: server.accessToken,
      PATREON_CAMPAIGN_ID: server.campaignId,
    }
    return { server, settings }
  },
} satisfies Record<string, StartSimulation>

export type SimulationName = keyof typeof SIMULATIONS

async function externalIndex(
  kind: 'vrcx' | 'avtrdb',
  { catalog, ...options }: SimulationDeps,
): Promise<RunningSimulation> {
  const server = await startExternalIndexSim({ ...options, kind, avatars: catalog.externalRecords })
  return { server, settings: { EXTERNAL_INDEX_URL: server.url, EXTERNAL_INDEX_KIND: kind } }
}
