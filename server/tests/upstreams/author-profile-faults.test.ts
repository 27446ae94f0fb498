import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { startCommunitySim } from '../../../sim/src/community/community-sim.ts'
import type { Fault } from '../../../sim/src/server/faults.ts'
import { DAY_MS } from '../../src/kernel/days.ts'
import { AuthorProfiles } from '../../src/slices/creator/profiles/author-profiles.ts'
import { AuthorProfileStore } from '../../src/slices/creator/profiles/store.sql.ts'
import { catalogOver, fullPatch, idOf, NOW, recordOf } from '../store/fixtures.ts'
import { authorOf } from '../store/moderated.ts'
import { afterwards } from '../support/cleanup.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { faultMatrix } from '../support/fault-matrix.ts'
import { creator } from '../support/sign-in.ts'
import { WITHOUT_PAUSES, withShortDeadlines } from '../support/system-calls.ts'
import { testUpstream } from '../support/upstream.ts'

const AUTHORS = 120

/**
 * A catalog with this many authors, of whom 1 and 2 have profiles, and the part that requests these from the simulated
 * site.
 */
async function asking(t: TestContext, engine: TestEngine) {
  const sim = await startCommunitySim({
    now: () => NOW,
    people: [creator(authorOf(1), 1), creator(authorOf(2), 2)],
  })
  afterwards(t, () => sim.stop())
  const { upstream, clock } = testUpstream(sim.origin, withShortDeadlines(WITHOUT_PAUSES, sim))
  const db = await engine.open(t)
  const catalog = catalogOver(db)
  const patches = Array.from({ length: AUTHORS }, (_, i) => fullPatch(i + 1, { authorId: authorOf(i + 1) }))
  await catalog.saveMany(patches, clock.now())
  const store = new AuthorProfileStore({ db })
  const profiles = new AuthorProfiles({ store, upstream, clock, random: () => 0.5 })
  await profiles.findNew()
  const urlOf = async (number: number) => (await recordOf(catalog, idOf(number))).authorVrclUrl
  /** Requests profiles until none is due; returns the outcome of the last request. */
  const askAll = async () => {
    let outcome = (await profiles.ask()).kind
    for (let more = outcome; more === 'asked'; more = (await profiles.ask()).kind) {
      outcome = more
      clock.advance(15_000)
    }
    return outcome
  }
  return { sim, clock, catalog, profiles, urlOf, askAll }
}

forEachEngine('what the community site says of authors', engine => {
  it('is shown at their avatars until the link is lost or the profile has moved', async t => {
    const { sim, clock, urlOf, askAll } = await asking(t, engine)
    await askAll()
    assert.deepEqual(
      [await urlOf(1), await urlOf(2), await urlOf(3)],
      [`${sim.origin}/@creator1`, `${sim.origin}/@creator2`, null],
    )
    assert.equal(sim.requests.length, 2, 'a hundred in one question')
    clock.advance(DAY_MS)
    sim.putPerson({ ...creator(authorOf(1), 1), username: 'renamed' })
    sim.putPerson({ ...sim.person('creator-2')!, platform_account: null })
    await askAll()
    assert.deepEqual([await urlOf(1), await urlOf(2)], [`${sim.origin}/@renamed`, null])
    assert.equal(sim.requests.length, 3, 'only those that are shown')
  })

  it('is asked for with pauses between requests', async t => {
    const { clock, profiles } = await asking(t, engine)
    assert.equal((await profiles.ask()).kind, 'asked')
    assert.equal((await profiles.ask()).kind, 'not_due')
    clock.advance(10_000)
    assert.equal((await profiles.ask()).kind, 'not_due')
    clock.advance(5000)
    assert.equal((await profiles.ask()).kind, 'asked')
    clock.advance(15_000)
    assert.equal((await profiles.ask()).kind, 'not_due', 'everybody was asked for')
  })

  it('is requested later when the site answers with Retry-After', async t => {
    const { sim, clock, profiles } = await asking(t, engine)
    sim.faults.add({ fault: 'rate-limited', retryAfterSeconds: 1800 })
    assert.equal((await profiles.ask()).kind, 'unavailable')
    sim.faults.clear()
    const before = sim.requests.length
    clock.advance(1_799_000)
    assert.equal((await profiles.ask()).kind, 'not_due')
    assert.equal(sim.requests.length, before)
    clock.advance(1000)
    assert.equal((await profiles.ask()).kind, 'asked')
  })

  // Both engines store the same, so one suffices.
  if (engine.name === 'sqlite')
    it('stays as it is when the site fails, whatever the fault', async t => {
      const { sim, clock, catalog, urlOf, askAll } = await asking(t, engine)
      await askAll()
      const { lastSeq } = await catalog.changes.bounds()
      const call = async (_: Fault | null) => {
        clock.advance(DAY_MS)
        return { outcome: await askAll(), waitedMs: 0 }
      }
      const rows = await faultMatrix({ t, name: 'profiles', sim, call })
      assert.ok(rows.every(({ outcome, attempts }) => outcome === 'unavailable' && attempts <= 3))
      assert.ok(rows.every(({ afterwards }) => afterwards === 'asked'))
      assert.deepEqual(
        [await urlOf(1), await urlOf(2)],
        [`${sim.origin}/@creator1`, `${sim.origin}/@creator2`],
      )
      assert.equal((await catalog.changes.bounds()).lastSeq, lastSeq)
    })
})
