import { after, before, describe, it } from 'node:test'
import { startCommunitySim } from '../../../sim/src/community/community-sim.ts'
import { startMembershipSim } from '../../../sim/src/membership/membership-sim.ts'
import { startTestApp } from '../support/app.ts'
import { INVENTED_AVATARS } from '../support/invented-avatars.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { communityEnv } from '../support/sign-in.ts'
import { contractSuite } from './suite.ts'
import type { Target } from './target.ts'

/** High enough for every write of the contract, and with few enough reports to use them up. */
const LIMITS = { RATE_LIMIT_REPORTS: '20', RATE_LIMIT_WRITES: '1000', RATE_LIMIT_GLOBAL: '10000' }

describe('the server keeps the contract', () => {
  const running = new AsyncDisposableStack()
  let target: Target
  before(async () => {
    const clock = new ManualClock(Date.now())
    const community = running.use(await startCommunitySim(clock))
    const membership = running.use(await startMembershipSim(clock))
    const env = {
      ...LIMITS,
      ...communityEnv(community),
      PATREON_API_URL: membership.url,
      PATREON_ACCESS_TOKEN: membership.accessToken,
      PATREON_CAMPAIGN_ID: membership.campaignId,
    }
    const app = running.use(await startTestApp({ avatars: INVENTED_AVATARS, env, clock }))
    await app.settle()
    target = { baseUrl: `${app.origin}/api`, fetch, adminToken: app.adminToken, settle: () => app.settle() }
  })
  after(() => running.disposeAsync())

  for (const { name, run } of contractSuite()) it(name, () => run(target))
})
