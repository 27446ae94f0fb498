import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
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

const NAMES = ['platform', 'vrcx', 'avtrdb', 'community', 'discord', 'membership'] as const
const AUTH_COOKIE = 'authcookie_simulated'

interface SimOptions {
  avatars?: string
  fault?: Fault
  times: number
}

export function addSim(program: CliCommand): void {
  const { terminal } = program.context
  program
    .command('sim')
    .summary('Simulate a service that Avatary talks to, until stopped')
    .description(`NAME is platform (the platform's API and its pictures), vrcx or avtrdb (another index of avatars, in either
dialect), community (the site that signs people in), discord, or membership (the platform of supporters). They hold the
avatars and people of the demo. The settings to use them with are printed first.`)
    .argument('<NAME>', NAMES.join(', '), text => parseChoice(text, 'NAME', NAMES))
    .option('--port <N>', 'port to listen on (default: one that the system chooses)')
    .option('--avatars <FILE>', 'platform: serve these too, an array or lines of platform answers')
    .choice('--fault <FAULT>', 'go wrong from the start', Object.keys(FAULTS), false)
    .integer('--times <N>', 'how many requests the fault befalls (0: all)', {
      min: 0,
      max: 1_000_000_000,
      fallback: 0,
    })
    .action(async (name: (typeof NAMES)[number], options: SimOptions, command: CliCommand) => {
      const port = portOf(command)
      const stopping = terminal.stopping()
      const { server, settings } = await start(name, options, port)
      planFault(server, options)
      await write(terminal.stdout, `${settings.join('\n')}\n`)
      if (!stopping.aborted) await once(stopping, 'abort')
      await server.stop()
      await write(terminal.stderr, `Answered ${server.requests.length} requests.\n`)
    })
}

/** `--port` is also the option for the setting `PORT`, which the program reads first. */
function portOf(command: CliCommand): number {
  const { port = '0' } = command.optsWithGlobals<{ port?: string }>()
  return parseInteger(port, '--port', { min: 0, max: 65_535 })
}

interface Simulated {
  server: SimServer
  /** As they go into the environment. */
  settings: string[]
}

async function start(name: (typeof NAMES)[number], options: SimOptions, port: number): Promise<Simulated> {
  if (name === 'platform') return await platform(options, port)
  if (name === 'discord') return await discord(port)
  if (name === 'membership') return await membership(port)
  return name === 'community' ? await community(port) : await index(name, port)
}

async function platform(options: SimOptions, port: number): Promise<Simulated> {
  const { indexed, submittable, externalOnPlatform } = createDemoCatalog()
  const given = options.avatars === undefined ? [] : await readAvatars(options.avatars)
  const avatars = [...indexed, ...submittable, ...externalOnPlatform, ...given]
  const server = await startPlatformSim({ now: systemClock.now, avatars, authCookie: AUTH_COOKIE, port })
  return {
    server,
    settings: [
      `PLATFORM_API_URL=${server.origin}/api/1`,
      `PLATFORM_AUTH_COOKIE=${AUTH_COOKIE}`,
      'PLATFORM_CONTACT=operator@example.org',
    ],
  }
}

async function index(dialect: 'vrcx' | 'avtrdb', port: number): Promise<Simulated> {
  const { external } = createDemoCatalog()
  const server = await startExternalIndexSim({ dialect, now: systemClock.now, avatars: external, port })
  return { server, settings: [`EXTERNAL_INDEX_URL=${server.url}`, `EXTERNAL_INDEX_KIND=${dialect}`] }
}

async function community(port: number): Promise<Simulated> {
  const people = demoPeople(createDemoCatalog().indexed)
  const server = await startCommunitySim({ now: systemClock.now, people, port })
  return {
    server,
    settings: [
      `COMMUNITY_URL=${server.origin}`,
      `COMMUNITY_CLIENT_ID=${server.clientId}`,
      `COMMUNITY_CLIENT_SECRET=${server.clientSecret}`,
      `ADMIN_USER_IDS=${DEMO_ADMIN}`,
    ],
  }
}

async function membership(port: number): Promise<Simulated> {
  const server = await startMembershipSim({ now: systemClock.now, members: demoMembers(), port })
  return {
    server,
    settings: [
      `PATREON_API_URL=${server.url}`,
      `PATREON_ACCESS_TOKEN=${server.accessToken}`,
      `PATREON_CAMPAIGN_ID=${server.campaignId}`,
    ],
  }
}

async function discord(port: number): Promise<Simulated> {
  const users = DEMO_DISCORD_USERS
  const server = await startDiscordSim({ now: systemClock.now, users, guilds: DEMO_DISCORD_GUILDS, port })
  return {
    server,
    settings: [
      `DISCORD_API_URL=${server.apiUrl}`,
      `DISCORD_AUTHORIZE_URL=${server.authorizeUrl}`,
      `DISCORD_CLIENT_ID=${server.clientId}`,
      `DISCORD_CLIENT_SECRET=${server.clientSecret}`,
      `DISCORD_BOT_TOKEN=${server.botToken}`,
      `DISCORD_PUBLIC_KEY=${server.publicKey}`,
    ],
  }
}

function planFault(server: SimServer, { fault, times }: SimOptions): void {
  if (fault !== undefined) server.faults.add({ fault, ...(times > 0 && { times }) })
}

/** Answers of the platform as they were captured: a JSON array, or one a line. */
async function readAvatars(path: string): Promise<PlatformAvatar[]> {
  const lines: string[] = []
  try {
    for await (const line of createInterface({ input: createReadStream(path) })) lines.push(line)
    const text = lines.join('\n')
    const values: unknown = text.trimStart().startsWith('[')
      ? JSON.parse(text)
      : lines.filter(line => line.trim() !== '').map(line => JSON.parse(line))
    return values as PlatformAvatar[]
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`)
  }
}
