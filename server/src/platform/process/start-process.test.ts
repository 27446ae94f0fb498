import assert from 'node:assert/strict'
import { it } from 'node:test'
import { LIMITS_PER_MINUTE } from '@avatary/contract/limits'
import { startHttp } from '../../../tests/support/http-layer.ts'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { createGuards } from '../guards.ts'
import { MemoryLimiter } from '../limits/memory-limiter.ts'
import { Overload } from '../limits/overload.ts'
import { silentLog as log } from '../log.ts'
import { Metrics } from '../metrics.ts'
import type { Part } from './part.ts'
import { Readiness } from './readiness.ts'
import { startProcess } from './start-process.ts'
import { whenAborted } from './stop-signals.ts'

it('a process whose port is taken ends what its parts open before it closes them', async t => {
  const { port } = await startHttp(t, () => {})
  const events: string[] = []
  const failing: Part = { open: () => Promise.reject(new Error('no permission')) }
  const reading: Part = {
    open: async signal => {
      await whenAborted(signal)
      events.push('opening ended')
    },
    close: async () => void events.push('closed'),
  }
  await assert.rejects(startProcess([failing, reading], 'all', depsAt(port)), { code: 'EADDRINUSE' })
  assert.deepEqual(events, ['opening ended', 'closed'])
})

it('a process of role api listens only once its parts are open', async t => {
  const clock = new ManualClock()
  const events: string[] = []
  const part: Part = {
    open: async signal => {
      await clock.sleep(1000, signal)
      events.push('opened')
    },
  }
  const starting = startProcess([part], 'api', depsAt(0, clock))
  const listening = starting.then(() => events.push('listens'))
  for (let others = 0; others < 3; others++) await startHttp(t, () => {})
  assert.deepEqual(events, [])
  clock.advance(1000)
  await listening
  assert.deepEqual(events, ['opened', 'listens'])
  await using _ = await starting
})

function depsAt(port: number, clock = new ManualClock()): Parameters<typeof startProcess>[2] {
  const metrics = new Metrics()
  const noBound = { perProcess: 0, perClient: 0 }
  const http = { publicUrl: '', trustProxy: [], bodies: noBound, bulk: noBound, connectionsPerClient: 0 }
  return {
    config: { limits: LIMITS_PER_MINUTE, http: { ...http, host: '127.0.0.1', port } },
    clock,
    log,
    metrics,
    limiter: new MemoryLimiter({ limits: LIMITS_PER_MINUTE, clock, random: () => 0, capacity: 768 }),
    overload: new Overload({ lagMs: 0, log, metrics, random: () => 0 }),
    visits: { countImpressions: () => {} },
    readiness: new Readiness(),
    guardOf: createGuards({
      identify: async () => null,
      isAdmin: () => false,
      adminToken: 'admin',
      ownOrigin: '',
    }),
  }
}
