import type { TestContext } from 'node:test'
import type { CommunitySim } from '../../../sim/src/community/community-sim.ts'
import type { CommunityPerson } from '../../../sim/src/community/people.ts'
import type { AvatarPatch } from '../../src/avatars/store.ts'
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts'
import { afterwards } from './cleanup.ts'
import { INVENTED_AVATARS, inventedId } from './invented-avatars.ts'
import { ManualClock } from './manual-clock.ts'
import { creator, PLAYER, startCommunity } from './sign-in.ts'
import { WITHOUT_PAUSES } from './system-calls.ts'

/** Verified authors of the invented avatars. */
export const ANNA_ID = 'usr_00000000-0000-4000-8000-0000000000a1'
export const BORIS_ID = 'usr_00000000-0000-4000-8000-0000000000b2'
export const ANNA = creator(ANNA_ID, 1)
export const BORIS = creator(BORIS_ID, 2)
/** Newest first. */
export const ANNA_AVATAR_IDS = [7, 2, 1].map(inventedId)
/** The oldest avatar of Anna. */
export const FOX = inventedId(1)
/** One of Boris's avatars. */
export const BORIS_AVATAR_ID = inventedId(3)

/** The same person after the link to the platform account was removed at the community site. */
export function unlinked(person: CommunityPerson): CommunityPerson {
  return { ...person, platform_account: null }
}

export interface CreatorSite {
  readonly app: TestApp
  readonly sim: CommunitySim
  readonly clock: ManualClock
}

/** The whole app with a simulated community site, until the end of the test. */
export async function startCreators(
  t: TestContext,
  { avatars = [], env = {}, ...options }: TestAppOptions & { avatars?: readonly AvatarPatch[] } = {},
): Promise<CreatorSite> {
  const clock = new ManualClock()
  const { sim, env: community } = await startCommunity(t, [PLAYER, ANNA, BORIS], clock)
  const app = await startTestApp({
    ...options,
    avatars: [...INVENTED_AVATARS, ...avatars],
    env: { ...community, RATE_LIMIT_WRITES: '0', RATE_LIMIT_READ: '0', RATE_LIMIT_GLOBAL: '0', ...env },
    clock,
    system: WITHOUT_PAUSES,
  })
  afterwards(t, async () => await app[Symbol.asyncDispose]())
  return { app, sim, clock }
}

export interface OwnAvatar {
  id: string
  listed: boolean
  hiddenBecause: string[]
  authorVrclUrl: string | null
  lifetime: Record<string, number>
  window: Record<string, number>
  series: { date: string; views: number }[]
}

/** Returns the answer's JSON; fails when the status differs. */
export async function bodyOf<Body = Record<string, unknown>>(
  answer: Promise<Response>,
  status = 200,
): Promise<Body> {
  const response = await answer
  const text = await response.text()
  if (response.status !== status) throw new Error(`${response.status} in the place of ${status}: ${text}`)
  return JSON.parse(text) as Body
}

export async function codeOf(answer: Promise<Response>): Promise<[status: number, code: unknown]> {
  const response = await answer
  return [response.status, ((await response.json()) as { code?: string }).code]
}

export async function isFound(app: TestApp, id: string): Promise<boolean> {
  const { total } = await bodyOf<{ total: number }>(app.get(`/avatars/search?q=${id}`))
  return total === 1
}
