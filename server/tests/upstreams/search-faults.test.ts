import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createDataset } from '../../../sim/src/dataset/dataset.ts'
import { startExternalIndexSim } from '../../../sim/src/external-index/external-index-sim.ts'
import { FAULTS, type Fault } from '../../../sim/src/server/faults.ts'
import { idOf } from '../store/fixtures.ts'
import { startTestApp } from '../support/app.ts'
import { faultMatrix } from '../support/fault-matrix.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { onUnanswered, WITHOUT_PAUSES, withShortDeadlines } from '../support/system-calls.ts'

const WAIT_MS = 600
const FAILURE_HOLDS_MS = 5 * 60_000
const HELD = 2
const KNOWN_AVATARS = 3
const dataset = createDataset({ size: 100, now: Date.UTC(2026, 0, 1) })

/** A different word for each fault, so that no lookup is answered from an earlier one. */
const wordOf = (fault: Fault) => `word${'abcdefghijklmnop'[Object.keys(FAULTS).indexOf(fault)]}`
const WORDS = (Object.keys(FAULTS) as Fault[]).map(wordOf)
const OURS = WORDS.flatMap((word, i) =>
  Array.from({ length: HELD }, (_, n) => ({ id: idOf(10 * i + n), name: `${word} ours ${n}` })),
)
const THEIRS = WORDS.flatMap((word, i) =>
  Array.from({ length: KNOWN_AVATARS }, (_, n) => ({
    ...dataset.record(KNOWN_AVATARS * i + n),
    name: `${word} theirs ${n}`,
  })),
)

for (const kind of ['vrcx', 'avtrdb'] as const)
  it(`whatever befalls an external index (${kind}), a search is answered in time from what is held, and the rest is found later`, async t => {
    const clock = new ManualClock()
    const avatars = THEIRS.map(record => ({ ...record, releaseStatus: 'public' as const }))
    await using sim = await startExternalIndexSim({ kind, now: () => clock.now(), avatars })
    const waits: number[] = []
    // Searches wait until the index delays them, and not longer, however busy the machine is.
    const sleep = async (ms: number, signal?: AbortSignal) => {
      waits.push(ms)
      const { promise, resolve } = Promise.withResolvers<void>()
      using _ = onUnanswered(sim.faults, resolve)
      signal?.addEventListener('abort', () => resolve(), { once: true })
      await promise
    }
    const system = withShortDeadlines({ ...WITHOUT_PAUSES, sleep }, sim)
    await using app = await startTestApp({
      avatars: OURS,
      clock,
      system,
      env: {
        EXTERNAL_INDEX_URL: sim.url,
        EXTERNAL_INDEX_KIND: kind,
        EXTERNAL_LOOKUP_WAIT_MS: String(WAIT_MS),
        RATE_LIMIT_READ: '0',
        RATE_LIMIT_GLOBAL: '0',
      },
    })
    let word = ''
    const search = async () => {
      const waited = waits.length
      const response = await app.get(`/avatars/search?q=${word}`)
      const { total } = (await response.json()) as { total: number }
      return {
        status: response.status,
        total,
        waitedMs: waits.slice(waited).reduce((sum, ms) => sum + ms, 0),
      }
    }
    const call = async (fault: Fault | null) => {
      if (fault !== null) {
        word = wordOf(fault)
        clock.advance(FAILURE_HOLDS_MS)
        const { status, total, waitedMs } = await search()
        assert.ok(waitedMs <= WAIT_MS, `${fault}: ${waitedMs} ms`)
        assert.equal((await search()).total, HELD)
        return { outcome: `${status}, ${total} avatars`, waitedMs }
      }
      const startedAtMs = clock.now()
      assert.equal((await search()).total, HELD)
      await clock.passUntil('the rest is found', async () => {
        if ((await search()).total === HELD + KNOWN_AVATARS) return true
        clock.advance(FAILURE_HOLDS_MS)
        return false
      })
      const { status, total, waitedMs } = await search()
      assert.ok(clock.now() - startedAtMs >= FAILURE_HOLDS_MS, 'not before it is time')
      return { outcome: `${status}, ${total} avatars`, waitedMs }
    }
    const rows = await faultMatrix({ t, name: `search, ${kind}`, sim, call })
    assert.deepEqual(
      rows.map(({ fault, outcome, attempts, afterwards }) => [fault, outcome, attempts, afterwards]),
      Object.keys(FAULTS).map(fault => [fault, '200, 2 avatars', 1, '200, 5 avatars']),
    )
  })
