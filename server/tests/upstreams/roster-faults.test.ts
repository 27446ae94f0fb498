import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { startCommunitySim } from '../../../sim/src/community/community-sim.ts'
import { createMembers, type SimMember } from '../../../sim/src/membership/members.ts'
import { startMembershipSim } from '../../../sim/src/membership/membership-sim.ts'
import { FAULTS, type Fault } from '../../../sim/src/server/faults.ts'
import type { SimServer } from '../../../sim/src/server/sim-server.ts'
import { HOUR_MS } from '../../src/kernel/time.ts'
import type { Upstream } from '../../src/kernel/upstream.ts'
import { StoredAnswerStore } from '../../src/slices/rosters/kept-answers.sql.ts'
import { fetchLeaderboard } from '../../src/slices/rosters/leaderboard.ts'
import { fetchMembers } from '../../src/slices/rosters/members.ts'
import { type FetchOutcome, Roster } from '../../src/slices/rosters/roster.ts'
import { supportersOf } from '../../src/slices/rosters/supporters.ts'
import { attemptsUnder, faultMatrix } from '../support/fault-matrix.ts'
import { sqliteCatalog } from '../support/sqlite-catalog.ts'
import { WITHOUT_PAUSES, withShortDeadlines } from '../support/system-calls.ts'
import { testUpstream } from '../support/upstream.ts'

const FRESH_MS = 10 * 60_000

/** Refreshes under every fault, each time after the list has changed: the last good list must stay. */
async function throughFaults(
  t: TestContext,
  name: string,
  sim: SimServer,
  deps: {
    baseUrl: string
    change: (version: number) => void
    fetchList: (upstream: Upstream, signal: AbortSignal) => Promise<FetchOutcome<string>>
  },
): Promise<void> {
  const { upstream, clock, pauses } = testUpstream(deps.baseUrl, withShortDeadlines(WITHOUT_PAUSES, sim))
  const logged: object[] = []
  const roster = new Roster<string>({
    key: { name, variant: 'test' },
    store: new StoredAnswerStore(await sqliteCatalog(t)),
    fetchList: signal => deps.fetchList(upstream, signal),
    clock,
    sleep: (_, signal) => new Promise(resolve => signal?.addEventListener('abort', () => resolve())),
    log: { error: details => logged.push(details) },
  })
  let version = 1
  deps.change(version)
  const first = await roster.get()
  assert.equal(first?.value, 'version 1')
  const call = async (fault: Fault | null) => {
    const before = roster.latestList
    if (fault !== null) deps.change(++version)
    clock.advance(fault === null ? HOUR_MS : FRESH_MS)
    const waited = pauses.length
    const held = await roster.get()
    if (fault !== null) assert.deepEqual(held, before, 'the last good list stays, with its moment')
    else assert.equal(held?.atMs, clock.now(), 'a new list has a new moment')
    return {
      outcome: held?.value ?? 'none',
      waitedMs: pauses.slice(waited).reduce((sum, ms) => sum + ms, 0),
    }
  }
  const rows = await faultMatrix({ t, name, sim, call })
  assert.deepEqual(
    rows.map(({ fault, outcome, attempts, afterwards }) => [fault, outcome, attempts, afterwards]),
    (Object.keys(FAULTS) as Fault[]).map((fault, i) => [
      fault,
      `version ${i + 1}`,
      attemptsUnder(fault),
      `version ${i + 2}`,
    ]),
  )
  assert.deepEqual(logged, [])
}

it('the last good leaderboard stays during every fault of the community site, until there is a new one', async t => {
  await using sim = await startCommunitySim({ now: () => 0 })
  await throughFaults(t, 'leaderboard', sim, {
    baseUrl: sim.origin,
    change: version =>
      sim.setLeaderboard([{ rank: 1, username: `version ${version}`, balance: 5, avatar: null }]),
    fetchList: async (upstream, signal) => {
      const fetched = await fetchLeaderboard(upstream, signal)
      return fetched.kind === 'ok' ? { kind: 'ok', value: fetched.value[0]!.username } : fetched
    },
  })
})

it('the last good supporters stay during every fault of the membership platform, until there are new ones', async t => {
  const others = createMembers({ count: 30, seed: 5 })
  let nowMs = 0
  await using sim = await startMembershipSim({ now: () => nowMs, maxPageSize: 20 })
  await throughFaults(t, 'supporters', sim, {
    baseUrl: sim.url,
    change: version => {
      nowMs += HOUR_MS
      const dearest: SimMember = { ...others[0]!, id: 'x', fullName: `version ${version}` }
      sim.setMembers([...others, { ...dearest, status: 'active_patron', tierIds: ['9001'] }])
    },
    fetchList: async (upstream, signal) => {
      const fetched = await fetchMembers(upstream, sim, signal)
      if (fetched.kind !== 'ok') return fetched
      const names = supportersOf(fetched.value, 'full').rows.map(({ name }) => name)
      return { kind: 'ok', value: names.find(name => name.startsWith('version'))! }
    },
  })
})
