import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Type } from 'typebox'
import type { Fault } from '../../../../sim/src/server/faults.ts'
import { startSimServer } from '../../../../sim/src/server/sim-server.ts'
import { faultMatrix } from '../../../tests/support/fault-matrix.ts'
import { testUpstream } from '../../../tests/support/upstream.ts'
import { outcomeOf } from './retry.ts'

const schema = Type.Object({ name: Type.String(), tags: Type.Array(Type.String()) })
/** Short where only the timeout ends an attempt; otherwise long, so that a slow machine does not fail the test. */
const limitsFor = (fault: Fault | null) => ({
  headMs: fault === 'silent' ? 500 : 20_000,
  responseMs: fault === 'slow' ? 500 : 20_000,
  maxBodyBytes: 256 * 1024,
})

/** Expected with three attempts, pauses of at most 400 and 800 ms, and a random number of 0.5. */
const EXPECTED: Readonly<Record<Fault, [outcome: string, attempts: number, waitedMs: number]>> = {
  'rate-limited': ['limited', 3, 14_400],
  'server-error': ['server_error', 3, 600],
  'bad-gateway': ['server_error', 3, 600],
  garbage: ['garbage', 3, 600],
  truncated: ['garbage', 3, 600],
  'cut-off': ['broken_off', 3, 600],
  'wrong-types': ['unexpected', 1, 0],
  huge: ['too_large', 1, 0],
  slow: ['timeout', 3, 600],
  silent: ['timeout', 3, 600],
  reset: ['broken_off', 3, 600],
}

it('every fault of an upstream has its outcome and number of attempts', async t => {
  const service = () => ({ status: 200, body: { name: 'fox', tags: ['red', 'small'] } })
  await using sim = await startSimServer({ service, now: () => 0 })
  const call = async (fault: Fault | null) => {
    const { upstream, pauses } = testUpstream(sim.origin, {
      limits: limitsFor(fault),
      retry: { maxAttempts: 3, firstPauseMs: 400, longestPauseMs: 1000 },
    })
    const answer = await upstream.get('/avatars', { schema })
    return { outcome: outcomeOf(answer), waitedMs: pauses.reduce((sum, ms) => sum + ms, 0) }
  }
  const rows = await faultMatrix({ t, name: 'GET', sim, call })
  const found = rows.map(({ fault, outcome, attempts, waitedMs }) => [fault, [outcome, attempts, waitedMs]])
  assert.deepEqual(Object.fromEntries(found), EXPECTED)
  assert.ok(rows.every(({ afterwards }) => afterwards === 'ok'))
})
