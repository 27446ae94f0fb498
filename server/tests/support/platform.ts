import type { TestContext } from 'node:test'
import { createDataset } from '../../../sim/src/dataset/dataset.ts'
import {
  type PlatformAvatar,
  type PlatformSim,
  startPlatformSim,
} from '../../../sim/src/platform/platform-sim.ts'
import type { SimServer } from '../../../sim/src/server/sim-server.ts'
import type { SystemCalls } from '../../src/composition/system.ts'
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts'
import { afterwards } from './cleanup.ts'
import { ManualClock } from './manual-clock.ts'
import { recordLog } from './record-log.ts'
import { WITHOUT_PAUSES, withShortDeadlines } from './system-calls.ts'

export const PLATFORM_COOKIE = 'authcookie_simulated'

export interface PlatformTest {
  readonly app: TestApp
  readonly sim: PlatformSim
  readonly time: ManualClock
  /** Ids of the platform's avatars; all are public at first. */
  readonly ids: readonly string[]
  readonly avatars: readonly PlatformAvatar[]
  /** Lines of the log. */
  readonly lines: string[]
  submit(...ids: string[]): Promise<Record<string, unknown>>
  stateOf(id: string): Promise<Record<string, unknown>>
  /** Lets time pass until a lookup of the avatar had a verdict, and returns its submission state. */
  untilDecided(id: string): Promise<Record<string, unknown>>
}

export function platformEnv(sim: PlatformSim): Record<string, string> {
  return {
    PLATFORM_API_URL: `${sim.origin}/api/1`,
    PLATFORM_AUTH_COOKIE: PLATFORM_COOKIE,
    PLATFORM_CONTACT: 'operator@example.org',
  }
}

/** The whole app with a simulated platform, on a clock that the test controls; until the end of the test. */
export async function startWithPlatform(
  t: TestContext,
  { env = {}, count = 30, ...options }: TestAppOptions & { count?: number } = {},
): Promise<PlatformTest> {
  const time = new ManualClock()
  const dataset = createDataset({ size: count, now: time.now() })
  const avatars = Array.from({ length: count }, (_, i) => dataset.platformRecord(i) as PlatformAvatar)
  const sim = await startPlatformSim({ now: () => time.now(), avatars, authCookie: PLATFORM_COOKIE })
  afterwards(t, () => sim.stop())
  const { log, lines } = recordLog()
  const app = await startTestApp({
    clock: time,
    system: systemOf(time, sim),
    log,
    env: { ...platformEnv(sim), ...env },
    ...options,
  })
  afterwards(t, async () => await app[Symbol.asyncDispose]())
  const stateOf = (id: string) => app.getJson(`/avatars/${id}/submission`)
  return {
    app,
    sim,
    time,
    avatars,
    ids: avatars.map(({ id }) => id),
    lines,
    stateOf,
    submit: (...avatarIds) =>
      app.getJson('/avatars/submit', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ avatarIds }),
      }),
    async untilDecided(id) {
      await time.passUntil(`${id} is decided`, async () => (await stateOf(id)).state !== 'queued')
      return await stateOf(id)
    },
  }
}

/** System calls to these simulators, with pauses on the test's clock. */
export function systemOf(time: ManualClock, ...sims: readonly SimServer[]): SystemCalls {
  return withShortDeadlines({ ...WITHOUT_PAUSES, sleep: time.sleep }, ...sims)
}
