import type { TestContext } from 'node:test'
import { type PlatformSim, startPlatformSim } from '../../../sim/src/platform/platform-sim.ts'
import { drawThumbnail } from '../../../sim/src/platform/thumbnail.ts'
import type { AvatarPatch } from '../../src/avatars/store.ts'
import type { SystemCalls } from '../../src/composition/system.ts'
import { idOf } from '../store/fixtures.ts'
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts'
import { afterwards } from './cleanup.ts'
import { ManualClock } from './manual-clock.ts'
import { platformEnv } from './platform.ts'
import { WITH_PAUSES } from './system-calls.ts'

/** The file of a picture, as the platform names them. */
export function fileOf(number: number): string {
  return `file_00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

/** An avatar whose picture is the file of the same number. */
export function pictured(number: number, traits: Partial<AvatarPatch> = {}): AvatarPatch {
  const imageUrl = `https://api.vrchat.cloud/api/1/image/${fileOf(number)}/1/256`
  return { id: idOf(number), name: `Fox ${number}`, imageUrl, ...traits }
}

export interface PicturesTest {
  readonly app: TestApp
  readonly sim: PlatformSim
  /** The app's, unless it was given another. */
  readonly clock: ManualClock
  /** Asks for the picture of the avatar of that number. */
  picture(number: number, query?: string, headers?: Record<string, string>): Promise<Response>
}

export interface PicturesOptions extends TestAppOptions {
  /** Network, randomness and pauses, over the simulator that is asked. */
  systemOver?: (sim: PlatformSim) => SystemCalls
}

const drawings = new Map<string, Promise<Buffer>>()

/** Draws each picture once for all tests of a process, as many of them ask for the same ones. */
function drawOnce(file: string, size: number): Promise<Buffer> {
  const name = `${file} ${size}`
  const drawing = drawings.get(name) ?? drawThumbnail(file, size)
  drawings.set(name, drawing)
  return drawing
}

/** The whole app before a simulated platform, whose budget for lookups is used by nobody; until the end of the test. */
export async function startWithPictures(
  t: TestContext,
  { env = {}, systemOver = () => WITH_PAUSES, ...options }: PicturesOptions,
): Promise<PicturesTest> {
  const clock = new ManualClock()
  const sim = await startPlatformSim({ now: () => clock.now(), draw: drawOnce })
  afterwards(t, () => sim.stop())
  const system = systemOver(sim)
  const app = await startTestApp({
    clock,
    system,
    env: { ...platformEnv(sim), ROLE: 'api', ...env },
    ...options,
  })
  afterwards(t, async () => await app[Symbol.asyncDispose]())
  return {
    app,
    sim,
    clock,
    picture: (number, query = '', headers = {}) =>
      app.get(`/avatars/${idOf(number)}/image${query}`, { headers }),
  }
}
