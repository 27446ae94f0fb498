import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startMembershipSim } from '../../../sim/src/membership/membership-sim.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/kernel/time.ts'
import { afterwards } from '../support/cleanup.ts'
import { connectDiscord, DISCORD_CREATOR, discordStatus, openDiscord } from '../support/discord-app.ts'
import { DISCORD_FOX } from '../support/discord-guild.ts'
import { forEachEngine } from '../support/engines.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { signIn } from '../support/sign-in.ts'

const CLAIMS = ['verified', 'supporter'] as const

forEachEngine('claims of identity and membership', engine => {
  it('expire 24 hours after their source answered, in spite of syncs while it does not answer', async t => {
    const clock = new ManualClock()
    const membership = await startMembershipSim({
      now: () => clock.now(),
      members: [
        {
          id: '1',
          userId: 'u1',
          fullName: 'Fox',
          status: 'active_patron',
          tierIds: [],
          discordId: DISCORD_FOX.id,
        },
      ],
    })
    afterwards(t, () => membership.stop())
    const env = {
      PATREON_API_URL: membership.url,
      PATREON_ACCESS_TOKEN: membership.accessToken,
      PATREON_CAMPAIGN_ID: membership.campaignId,
    }
    const scene = await openDiscord(t, engine, env, clock)
    const person = await signIn(scene.app, DISCORD_CREATOR)
    const answeredAtMs = clock.now()
    await connectDiscord(scene, person)
    for (const upstream of [scene.community, membership]) upstream.faults.add({ fault: 'server-error' })

    const claims = async () => {
      const { checks } = await discordStatus(person)
      return CLAIMS.map(wanted => checks.find(({ key }) => key === wanted)!)
    }
    const toldToDiscord = () => {
      const { metadata } = scene.sim.roleConnections.get(DISCORD_FOX.id) as {
        metadata: Record<string, string>
      }
      return CLAIMS.map(key => metadata[key])
    }
    const syncAt = async (ageMs: number) => {
      clock.advance(answeredAtMs + ageMs - clock.now())
      assert.equal((await person.post('/discord/sync')).status, 200)
    }

    for (const ageMs of [50 * MINUTE_MS, 5 * HOUR_MS, 24 * HOUR_MS - 1]) {
      await syncAt(ageMs)
      for (const { key, passed, checkedAt, expiresAt } of await claims()) {
        assert.equal(passed, true, key)
        assert.equal(checkedAt, new Date(answeredAtMs).toISOString(), `${key} after ${ageMs} ms`)
        assert.equal(expiresAt, new Date(answeredAtMs + 24 * HOUR_MS).toISOString())
      }
      assert.deepEqual(toldToDiscord(), ['1', '1'])
    }
    await syncAt(24 * HOUR_MS)
    for (const { passed, value } of await claims()) assert.deepEqual([passed, value], [false, null])
    assert.deepEqual(toldToDiscord(), ['0', '0'], 'cleared by the next sync')
  })
})
