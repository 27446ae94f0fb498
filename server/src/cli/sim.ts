import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { startCommunitySim } from '../../../sim/src/community/community-sim.ts'
import { DEMO_ADMIN, demoPeople } from '../../../sim/src/community/people.ts'
import { createDemoCatalog } from '../../../sim/src/demo/demo-catalog.ts'
import { DEMO_DISCORD_GUILDS, DEMO_DISCORD_USERS } from '../../../sim/src/demo/demo-discord.ts'
import { demoMembers } from '../../../sim/src/demo/demo-membership.ts'
import { startDiscordSim } from '../../../sim/src/discord/discord-sim.ts'
import { startExternalIndexSim } from '../../../sim/src/external-index/external-index-sim.ts'
import { startMembershipSim } from '../../../sim/src/membership/membership-sim.ts'
import { type PlatformAvatar, startPlatformSim } from '../../../sim/src/platform/platform-sim.ts'
import { FAULTS, type Fault } from '../../../sim/src/server/faults.ts'
import type { SimServer } from '../../../sim/src/server/sim-server.ts'
import { systemClock } from '../platform/clock.ts'
import { type CliCommand, parseChoice, parseInteger } from './command.ts'
import { CommandError } from './outcome.ts'
import { write } from './terminal.ts'

const AUTH_COOKIE = 'authcookie_simulated'

interface SimOptions {
  avatars?: string
  fault?: Fault
  times: number
}

export function addSim(program: CliCommand): void {
  const { terminal } = program.context
  const names = Object.keys(SIMULATIONS)
  program
    .command('sim')
    .summary('Simulate a service that Avatary talks to, until stopped')
    .description(`NAME is platform (the platform's API and its pictures), vrcx or avtrdb (another index of avatars, by its kind of
interface), community (the site that signs people in), discord, or membership (the platform of supporters). They have the
avatars and people of the demo. The settings for using them are printed first.`)
    .argument('<NAME>', names.join(', '), text => parseChoice(text, 'NAME', names))
    .option('--port <N>', 'port to listen on (default: one that the system chooses)')
    .option('--avatars <FILE>', 'platform: serve these too, an array or lines of platform answers')
    .choice('--fault <FAULT>', 'answer with this fault from the start', Object.keys(FAULTS), false)
    .integer('--times <N>', 'number of requests with the fault (0: all)', {
      min: 0,
      max: 1_000_000_000,
      fallback: 0,
    })
    .action(async (name: keyof typeof SIMULATIONS, options: SimOptions, command: CliCommand) => {
      const port = portOf(command)
      const stopping = terminal.stopping()
      const { server, settings } = await SIMULATIONS[name]({ now: systemClock.now, port }, options)
      const { fault, times } = options
      if (fault !== undefined) server.faults.add({ fault, ...(times > 0 && { times }) })
      const lines = Object.entries(settings).map(([variable, value]) => `${variable}=${value}\n`)
      await write(terminal.stdout, lines.join(''))
      if (!stopping.aborted) await once(stopping, 'abort')
      await server.stop()
      await write(terminal.stderr, `Answered ${server.requests.length} requests.\n`)
    })
}

/** The program also has `--port`, for the setting `PORT`, and parses it first. */
function portOf(command: CliCommand): number {
  const { port = '0' } = command.optsWithGlobals<{ port?: string }>()
  return parseInteger(port, '--port', { min: 0, max: 65_535 })
}

interface Simulated {
  server: SimServer
  settings: Record<string, string>
}

type Start = (options: { now: () => number; port: number }, given: SimOptions) => Promise<Simulated>

const SIMULATIONS = {
  platform: async (options, given) => {
    const { indexed, submittable, externalOnPlatform } = createDemoCatalog()
    const more = given.avatars === undefined ? [] : await readAvatars(given.avatars)
    const avatars = [...indexed, ...submittable, ...externalOnPlatform, ...more]
    const server = await startPlatformSim({ ...options, avatars, authCookie: AUTH_COOKIE })
    const settings = {
      PLATFORM_API_URL: `${server.origin}/api/1`,
      PLATFORM_AUTH_COOKIE: AUTH_COOKIE,
      PLATFORM_CONTACT: 'operator@example.org',
    }
    return { server, settings }
  },
  vrcx: options => externalIndex('vrcx', options),
  avtrdb: options => externalIndex('avtrdb', options),
  community: async options => {
    const people = demoPeople(createDemoCatalog().indexed)
    const server = await startCommunitySim({ ...options, people })
    const settings = {
      COMMUNITY_URL: server.origin,
      COMMUNITY_CLIENT_ID: server.clientId,
      COMMUNITY_CLIENT_SECRET: server.clientSecret,
      ADMIN_USER_IDS: DEMO_ADMIN,
    }
    return { server, settings }
  },
  discord: async options => {
    const demo = { users: DEMO_DISCORD_USERS, guilds: DEMO_DISCORD_GUILDS }
    const server = await startDiscordSim({ ...options, ...demo })
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
} satisfies Record<string, Start>

async function externalIndex(kind: 'vrcx' | 'avtrdb', options: Parameters<Start>[0]): Promise<Simulated> {
  const { external: avatars } = createDemoCatalog()
  const server = await startExternalIndexSim({ ...options, kind, avatars })
  return { server, settings: { EXTERNAL_INDEX_URL: server.url, EXTERNAL_INDEX_KIND: kind } }
}

/** Reads recorded answers of the platform: a JSON array, or one per line. */
async function readAvatars(path: string): Promise<PlatformAvatar[]> {
  try {
    const text = await readFile(path, 'utf8')
    if (text.trimStart().startsWith('[')) return JSON.parse(text)
    const lines = text.split('\n').filter(line => line.trim() !== '')
    return lines.map(line => JSON.parse(line))
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`)
  }
}
