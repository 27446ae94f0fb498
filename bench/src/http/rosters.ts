import { createDemoCatalog } from '@avatary/sim/demo/demo-catalog'
import type { Environment } from '../../../server/src/config/env.ts'
import { SIMULATIONS } from '../../../server/src/demo/simulations.ts'

/**
 * Starts simulators of the services that provide leaderboard and supporters, until it is disposed of.
 * @returns the settings that point to them.
 */
export async function startRosters(): Promise<AsyncDisposable & { env: Environment }> {
  const deps = { catalog: createDemoCatalog(), now: Date.now }
  const community = await SIMULATIONS.community(deps)
  const membership = await SIMULATIONS.membership(deps)
  return {
    env: { ...community.settings, ...membership.settings },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([community.server.stop(), membership.server.stop()])
    },
  }
}
