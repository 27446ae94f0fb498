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

/** The platform's file id for a picture. */
export function fileOf(number: number): string {
  return `file_00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}

/** An avatar whose picture is the file with the same number. */
export function avatarWithPicture(number: number, traits: Partial<AvatarPatch> = {}): AvatarPatch {
  const imageUrl = `https://api.vrchat.cloud/api/1/image/${fileOf(number)}/1/256`
  return { id: idOf(number), name: `Fox ${number}`, imageUrl, ...traits }
}

export interface PicturesTest {
  readonly app: TestApp
  readonly sim: PlatformSim
  /** The app's clock, unless the app was given another. */
  readonly clock: ManualClock
  /** Requests the picture of the avatar with that number. */
  picture(number: number, query?: string, headers?: Record<string, string>): Promise<Response>
}

export interface PicturesOptions extends TestAppOptions {
  /** Wraps the system calls that reach the simulator. */
  systemOver?: (sim: PlatformSim) => SystemCalls
}

const drawings = new Map<string, Promise<Buffer>>()

/** Draws each picture once per process, because many tests request the same ones. */
function drawOnce(file: string, size: number): Promise<Buffer> {
  const name = `${file} ${size}`
  const drawing = drawings.get(name) ?? drawThumbnail(file, size)
  drawings.set(name, drawing)
  return drawing
}

/** The whole app with a simulated platform until the end of the test; nothing else uses the budget of lookups. */
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
