import { startCommunitySim } from '@avatary/sim/community/community-sim'
import { demoMembers } from '@avatary/sim/demo/demo-membership'
import { startMembershipSim } from '@avatary/sim/membership/membership-sim'

/**
 * Starts simulators of the services that provide leaderboard and supporters.
 * @returns the settings that point to them.
 */
export async function startRosters(): Promise<{
  env: Record<string, string>
  stop: () => Promise<unknown>
}> {
  const now = Date.now
  const community = await startCommunitySim({ now })
  const membership = await startMembershipSim({ now, members: demoMembers() })
  const env = {
    COMMUNITY_URL: community.origin,
    COMMUNITY_CLIENT_ID: community.clientId,
    COMMUNITY_CLIENT_SECRET: community.clientSecret,
    PATREON_API_URL: membership.url,
    PATREON_ACCESS_TOKEN: membership.accessToken,
    PATREON_CAMPAIGN_ID: membership.campaignId,
  }
  return { env, stop: () => Promise.all([community.stop(), membership.stop()]) }
}
