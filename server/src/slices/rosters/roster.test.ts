import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { Lease } from './kept-answers.sql.ts'
import { type FetchOutcome, Roster, type RosterDeps } from './roster.ts'

const KEY = { name: 'list', variant: 'a' }
const FAILURE: FetchOutcome<string> = { kind: 'failed', retryAfterMs: null, isFinal: false }

/** A single row, shared by all rosters of a test, that replaces the database. */
function memoryStore(): RosterDeps<string>['store'] & { row: Pick<Lease, 'notBeforeMs' | 'answer'> } {
  const row: Pick<Lease, 'notBeforeMs' | 'answer'> = { notBeforeMs: 0, answer: null }
  return {
    row,
    read: async () => row.answer,
    lease: async (_, nowMs, untilMs) => {
      const isOurs = row.notBeforeMs <= nowMs
      if (isOurs) row.notBeforeMs = untilMs
      return { isOurs, ...row }
    },
    save: async (_, answer, notBeforeMs) => void Object.assign(row, { answer, notBeforeMs }),
    postpone: async (_, notBeforeMs) => void Object.assign(row, { notBeforeMs }),
  }
}

function setUp(store = memoryStore(), time = new ManualClock()) {
  const requests: number[] = []
  const logged: object[] = []
  let answer: (signal: AbortSignal) => Promise<FetchOutcome<string>> = async () => FAILURE
  const roster = new Roster<string>({
    key: KEY,
    store,
    fetchList: signal => {
      requests.push(time.now())
      return answer(signal)
    },
    clock: time,
    sleep: time.sleep,
    log: { error: details => logged.push(details) },
  })
  const answers = (...values: (string | FetchOutcome<string>)[]) => {
    answer = async () => {
      const value = values.length > 1 ? values.shift()! : values[0]!
      return typeof value === 'string' ? { kind: 'ok', value } : value
    }
  }
  const get = async () => (await roster.get())?.value
  return {
    roster,
    time,
    store,
    asked: requests,
    logged,
    answers,
    get,
    fetches: (how: typeof answer) => (answer = how),
  }
}

describe('a roster', () => {
  it('is fetched once in ten minutes, and has the time of the fetch', async () => {
    const { roster, time, asked, answers, get } = setUp()
    answers('one', 'two')
    const fetchedAtMs = time.now()
    assert.equal(await get(), 'one')
    time.advance(10 * MINUTE_MS - 1)
    assert.deepEqual(await roster.get(), { value: 'one', atMs: fetchedAtMs })
    assert.equal(asked.length, 1)
    time.advance(1)
    assert.deepEqual(await roster.get(), { value: 'two', atMs: fetchedAtMs + 10 * MINUTE_MS })
    assert.equal(asked.length, 2)
  })

  it('is fetched once for concurrent callers', async () => {
    const { roster, asked, answers } = setUp()
    answers('one')
    const all = await Promise.all(Array.from({ length: 20 }, () => roster.get()))
    assert.deepEqual(new Set(all.map(kept => kept?.value)), new Set(['one']))
    assert.equal(asked.length, 1)
  })

  it('keeps the last good list when fetching fails, and fetches again after a minute', async () => {
    const { roster, time, asked, answers, get } = setUp()
    answers('one', FAILURE, FAILURE, 'two')
    await get()
    const fetchedAtMs = time.now()
    time.advance(10 * MINUTE_MS)
    assert.deepEqual(await roster.get(), { value: 'one', atMs: fetchedAtMs })
    time.advance(MINUTE_MS - 1)
    await get()
    assert.equal(asked.length, 2)
    time.advance(1)
    assert.equal(await get(), 'one')
    time.advance(MINUTE_MS)
    assert.equal(await get(), 'two')
  })

  it('pauses as long as the service says, up to an hour, and ten minutes after a refusal', async () => {
    const cases: [FetchOutcome<string>, number][] = [
      [{ kind: 'failed', retryAfterMs: 5000, isFinal: false }, MINUTE_MS],
      [{ kind: 'failed', retryAfterMs: 5 * MINUTE_MS, isFinal: false }, 5 * MINUTE_MS],
      [{ kind: 'failed', retryAfterMs: 24 * 60 * MINUTE_MS, isFinal: false }, 60 * MINUTE_MS],
      [{ kind: 'failed', retryAfterMs: null, isFinal: true }, 10 * MINUTE_MS],
    ]
    for (const [failed, pauseMs] of cases) {
      const { time, asked, answers, get } = setUp()
      answers(failed)
      assert.equal(await get(), undefined)
      time.advance(pauseMs - 1)
      await get()
      assert.equal(asked.length, 1)
      time.advance(1)
      await get()
      assert.equal(asked.length, 2)
    }
  })

  it('makes no caller wait longer than three seconds', async () => {
    const { time, answers, fetches, get } = setUp()
    answers('one')
    await get()
    time.advance(10 * MINUTE_MS)
    const { promise, resolve } = Promise.withResolvers<FetchOutcome<string>>()
    fetches(() => promise)
    const before = time.now()
    const asking = get()
    while (!time.wakeNext()) await nextTurn()
    assert.equal(await asking, 'one')
    assert.equal(time.now() - before, 3000)
    resolve({ kind: 'ok', value: 'two' })
    assert.equal(await get(), 'two')
  })

  it('is fetched by one process for all, and read by processes that start later', async () => {
    const first = setUp()
    first.answers('one')
    await first.get()
    const second = setUp(first.store, first.time)
    second.answers('two')
    assert.equal(await second.get(), 'one')
    assert.equal(second.asked.length, 0)
    first.time.advance(10 * MINUTE_MS)
    assert.equal(await second.get(), 'two')
    assert.deepEqual([await first.get(), first.asked.length], ['two', 1])
  })

  it('is read from the database when a process starts while the service fails', async () => {
    const first = setUp()
    first.answers('one')
    await first.get()
    const second = setUp(first.store, first.time)
    await second.roster.open()
    assert.equal(second.roster.latestList?.value, 'one')
  })

  it('is fetched by another process when the lease of a process that has ended is too old', async () => {
    const { time, store, answers, asked, get } = setUp()
    answers('one')
    store.row.notBeforeMs = time.now() + 5 * MINUTE_MS
    assert.equal(await get(), undefined)
    time.advance(5 * MINUTE_MS)
    assert.equal(await get(), 'one')
    assert.equal(asked.length, 1)
  })

  it('logs an unexpected error, and fetches again later', async () => {
    const { time, fetches, answers, get, logged } = setUp()
    fetches(() => Promise.reject(new Error('a bug')))
    assert.equal(await get(), undefined)
    assert.equal(logged.length, 1)
    answers('one')
    time.advance(MINUTE_MS)
    assert.equal(await get(), 'one')
  })

  it('aborts at once when it is closed, and lets another process fetch', async () => {
    const { roster, store, time, fetches, logged } = setUp()
    fetches(
      signal => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    const asking = roster.refreshWhenDue()
    await nextTurn()
    await roster.close()
    await asking
    assert.equal(logged.length, 0)
    assert.ok(store.row.notBeforeMs <= time.now())
  })
})
