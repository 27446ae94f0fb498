import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { CommunitySim } from '../../../sim/src/community/community-sim.ts'
import { type DiscordSim, startDiscordSim } from '../../../sim/src/discord/discord-sim.ts'
import type { SimUser } from '../../../sim/src/discord/guilds.ts'
import { startTestApp, type TestApp } from './app.ts'
import { afterwards } from './cleanup.ts'
import { DISCORD_FOX, DISCORD_GUILD } from './discord-guild.ts'
import type { TestEngine } from './engines.ts'
import { INVENTED_AVATARS } from './invented-avatars.ts'
import { ManualClock } from './manual-clock.ts'
import { recordLog } from './record-log.ts'
import { creator, onSite, PLAYER, type SignedInBrowser, startCommunity } from './sign-in.ts'

export const DISCORD_OWL: SimUser = { id: '101', username: 'owl', avatar: null }
/** The author of the first invented avatar. */
export const DISCORD_CREATOR = creator(INVENTED_AVATARS[0]!.authorId)

export interface DiscordScene {
  readonly app: TestApp
  readonly sim: DiscordSim
  readonly community: CommunitySim
  /** Clock of the app and the simulators. */
  readonly clock: ManualClock
  /** The app's settings, except where it listens. */
  readonly env: Readonly<Record<string, string>>
  /** Lines of the log. */
  readonly lines: readonly string[]
  /** The whole content of the database as text. */
  dump(): Promise<string>
  /** Starts another process on the same database with other settings; empty values are unset. */
  startAnother(env?: Record<string, string>): Promise<TestApp>
}

/** An app with invented avatars, a community site, and a simulated Discord on which the fox owns a server. */
export async function openDiscord(
  t: TestContext,
  engine: TestEngine,
  env: Record<string, string> = {},
  clock = new ManualClock(Date.now()),
): Promise<DiscordScene> {
  const users = [DISCORD_FOX, DISCORD_OWL]
  const sim = await startDiscordSim({ now: () => clock.now(), users, guilds: [DISCORD_GUILD] })
  afterwards(t, () => sim.stop())
  const community = await startCommunity(t, [PLAYER, DISCORD_CREATOR], clock)
  const { log, lines } = recordLog('debug')
  const url = await engine.createUrl(t)
  const own = {
    ...community.env,
    ...discordEnv(sim),
    DATABASE_URL: url.startsWith('postgres') ? url : `sqlite:${url}`,
    SECRET_KEY: secretKey(7),
    RATE_LIMIT_WRITES: '0',
    ...env,
  }
  const start = async (env: Record<string, string>, avatars: typeof INVENTED_AVATARS = []) => {
    const set = Object.entries({ ...own, ...env }).filter(([, value]) => value !== '')
    const app = await startTestApp({
      avatars,
      log,
      clock,
      env: Object.fromEntries(set),
    })
    afterwards(t, async () => await app[Symbol.asyncDispose]())
    return app
  }
  const app = await start({}, INVENTED_AVATARS)
  return {
    app,
    sim,
    community: community.sim,
    clock,
    env: own,
    lines,
    dump: () => dumpOf(engine, t, url),
    startAnother: (env = {}) => start(env),
  }
}

export function secretKey(byte: number): string {
  return Buffer.alloc(32, byte).toString('base64')
}

function discordEnv(sim: DiscordSim): Record<string, string> {
  return {
    DISCORD_API_URL: sim.apiUrl,
    DISCORD_AUTHORIZE_URL: sim.authorizeUrl,
    DISCORD_CLIENT_ID: sim.clientId,
    DISCORD_CLIENT_SECRET: sim.clientSecret,
    DISCORD_BOT_TOKEN: sim.botToken,
    DISCORD_PUBLIC_KEY: sim.publicKey,
  }
}

async function dumpOf(engine: TestEngine, t: TestContext, url: string): Promise<string> {
  const { reader } = (await engine.open(t, url)).tables<Record<string, Record<string, unknown>>>()
  const tables = [
    'discord_connections',
    'discord_revocations',
    'discord_states',
    'discord_takeovers',
    'users',
    'sessions',
    'changes',
  ]
  const rows = await Promise.all(tables.map(table => reader.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows)
}

/**
 * Sends the browser from our page to Discord's and back.
 * @returns where the browser ends.
 */
export async function connectDiscord(
  { app, sim }: Pick<DiscordScene, 'app' | 'sim'>,
  person: SignedInBrowser,
  { user = DISCORD_FOX.id, returnTo = 'dashboard' } = {},
): Promise<string> {
  const beginAnswer = await person.post('/discord/connect', { returnTo })
  assert.equal(beginAnswer.status, 200)
  const { url } = (await beginAnswer.json()) as { url: string }
  assert.ok(url.startsWith(sim.authorizeUrl))
  const consent = await fetch(`${url}&user=${user}`, { redirect: 'manual' })
  const back = await person.browser.go(onSite(app, consent.headers.get('location')!))
  assert.equal(back.status, 303)
  return back.headers.get('location')!.slice(app.config.http.publicUrl.length)
}

export async function discordStatus(person: SignedInBrowser) {
  return (await (await person.get('/discord/status')).json()) as {
    connected: boolean
    user: { id: string; username: string } | null
    taken: { id: string; username: string } | null
    checks: {
      key: string
      passed: boolean
      value: unknown
      checkedAt: string | null
      expiresAt: string | null
    }[]
    syncedAt: string | null
  }
}
